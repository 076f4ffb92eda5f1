import { input, toggle, type Group, type Section } from './define.ts'

/** The drawing is labelled required but not enforced. */
const signer = (n: 1 | 2): Group => ({
  key: `signer${n}`,
  title: `Signer ${n}`,
  settingsGroup: 'signatures',
  toggles: [
    toggle(`signature${n}`, `Signature ${n}`, [
      input('text', `signer${n}Name`, 'Full name', {
        required: true,
        autocomplete: `section-signer${n} name`,
        sameAs: { key: `partner${n}`, pairs: [[`signer${n}Name`, `partner${n}Name`]] },
      }),
      input('date', `signer${n}Date`, 'Date', { required: true }),
      input('signature', `signer${n}Signature`, 'Signature'),
    ]),
  ],
})

export const signatures: Section = { key: 'signatures', title: 'Signatures', groups: [signer(1), signer(2)] }

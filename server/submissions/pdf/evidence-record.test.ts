import { expect, test } from 'vitest'
import { fullApplication, signingRecord } from './application-pdf.fixture.ts'
import { toEvidence } from './evidence-record.ts'

const CONSENT = 'Consent to electronic records and signatures'
const full = await fullApplication()
const record = (given: Partial<typeof full>) =>
  toEvidence({ ...full, ...given }, { kind: 'original', original: null, seal: 'plain' })
const section = ({ page }: ReturnType<typeof toEvidence>, title: string) =>
  Object.fromEntries(page.find((each) => each.title === title)?.rows ?? [])

test('says of each signer how, when, where and on what they signed, and what they saw', () => {
  const evidence = record({ signing: signingRecord('en') })
  expect(section(evidence, 'Signer 1')).toMatchObject({
    Name: full.values.signer1Name,
    Contact: expect.stringMatching(/^.…@.* · …\d{4}$/),
    Address: '203.0.113.24',
    Device: expect.stringContaining('iPhone OS 19_0'),
    'SHA-256 of the wording and the answers shown': 'ab12'.repeat(16),
  })
  expect(section(evidence, 'Signer 2')).toMatchObject({ Name: full.values.signer2Name })
  expect(evidence.signers.map(({ name }) => name)).toEqual([full.values.signer1Name, full.values.signer2Name])
  expect(Object.values(section(evidence, CONSENT))).toEqual([
    expect.stringContaining('English · 2026-11-22'),
    expect.stringContaining('Demo Funding'),
  ])
})

test('says that nothing was recorded of an application without a record', () => {
  const evidence = record({ signing: null })
  expect(Object.values(section(evidence, CONSENT))).toEqual(['Not recorded'])
  expect(evidence.signers).toHaveLength(2)
})

test('says so in plain words where nobody had signed', () => {
  const values = { ...full.values, signer1Signature: '', signer2Signature: '' }
  const evidence = record({ signing: null, values })
  expect(section(evidence, 'Signatures')).toEqual({ 'When the application was sent': 'Nobody had signed it' })
  expect(section(evidence, CONSENT)).toEqual({})
})

test('tells what happened until the submit in its order, and no address in full', () => {
  const evidence = record({})
  const events = evidence.page.find(({ title }) => title.startsWith('Events'))?.rows ?? []
  expect(events.map(([, text]) => text)).toEqual([
    'The form was opened',
    ...full.attachments.files.map(({ name }) => `A file was received: ${name}`),
    'The application was received from 203.0.113.24',
  ])
  expect(JSON.stringify(evidence)).not.toContain(full.values.email)
})

import type { FormattedRow, FormattedSection } from './catalogue/formatted-view.ts'
import { LANGUAGE_NAMES } from './language.ts'
import { pdfMessages } from './messages/pdf.ts'
import type { SigningRecord } from './signing.ts'
import { formatTime } from './time-zone.ts'

const words = pdfMessages.signing

const row = ([label, value]: readonly [label: string, value: string]): FormattedRow => ({
  name: label,
  label,
  value,
  sensitive: false,
  signature: false,
})

/** The evidence of signatures, as the panel and the PDF show it. */
export function signingSection({ consent, signers }: SigningRecord, timeZone: string): FormattedSection {
  const time = (moment: string) => formatTime(new Date(moment), timeZone)
  const signerGroups = signers.map((signer) => ({
    key: `signer${signer.signer}`,
    title: words.signer(signer.signer),
    rows: (
      [
        [words.way, words.ways[signer.way]],
        [words.received, time(signer.receivedAt)],
        [words.started, time(signer.startedAt)],
        [words.ended, time(signer.endedAt)],
        [words.digest, signer.digest ?? ''],
        [words.check, words.checked(signer.matches)],
        [words.address, signer.address],
        [words.device, signer.device],
      ] as const
    ).map(row),
  }))
  const consentGroup = {
    key: 'consent',
    title: words.consent,
    rows: (
      [
        [words.given, `${time(consent.at)} · ${LANGUAGE_NAMES[consent.language]} · ${consent.version}`],
        [words.text, consent.text],
      ] as const
    ).map(row),
  }
  return { key: 'signatures', title: words.title, groups: [...signerGroups, consentGroup] }
}

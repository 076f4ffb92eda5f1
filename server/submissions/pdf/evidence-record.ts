import { splitInvite } from '#domain/catalogue/invite'
import { getOwn } from '#domain/get-own'
import { evidenceMessages } from '#domain/messages/evidence'
import { pdfMessages } from '#domain/messages/pdf'
import { toReference } from '#domain/reference'
import { signingSection } from '#domain/signing-section'
import type { SigningRecord } from '#domain/signing'
import { formatTime } from '#domain/time-zone'
import type { Evidence } from '../../evidence/verify/evidence.ts'
import type { PrintedApplication } from './printed-application.ts'

/**
 * `seal`: how the file is sealed. `issuers`: how many certificates of its issuers the seal carries. `original`: SHA-256; null of
 * the original itself, or while it is not sealed.
 */
export type EvidenceKind = Pick<Evidence, 'kind' | 'original' | 'issuers'> & {
  seal: keyof (typeof evidenceMessages)['seals']
}

type Application = Omit<PrintedApplication, 'evidence'>
type Section = Evidence['page'][number]

const words = evidenceMessages

/** What a sealed file says of its signatures, on its last page and, for programs, in an attachment. */
export function toEvidence(
  application: Application,
  { kind, original, seal, issuers }: EvidenceKind,
): Evidence {
  const { id, companyName, timeZone, values, signing } = application
  const later = (application.additions ?? []).filter((addition) => addition.signing !== null)
  const isAddition = kind === 'addition'
  const signed = isAddition ? [] : (signing?.signers ?? unrecordedSigners(application))
  const name = (signer: number) => getOwn(values, `signer${signer}Name`) ?? ''
  const person = (signer: number, given = name(signer)) => [
    [words.name, given] as const,
    [words.contact, contactOf(application, signer)] as const,
  ]
  const ofSigning = (record: SigningRecord, given?: string): Section[] =>
    signingSection(record, timeZone).groups.map(({ key, title, rows }) => {
      const signer = record.signers.find((each) => key === `signer${each.signer}`)?.signer
      const facts = rows.map(({ label, value }) => [label, value] as const)
      return { title: title ?? '', rows: signer === undefined ? facts : [...person(signer, given), ...facts] }
    })
  const unsigned = { title: words.signatures, rows: [[words.whenSent, words.nobody] as const] }
  const unrecorded = [
    ...signed.map(({ signer }) => ({ title: pdfMessages.signing.signer(signer), rows: person(signer) })),
    { title: pdfMessages.signing.consent, rows: [[pdfMessages.signing.given, words.notRecorded] as const] },
  ]
  const sections: Section[] = [
    {
      title: words.kinds[kind],
      rows: [
        [words.submission, `${toReference(id)} · ${id}`],
        [words.company, companyName],
        [words.original, original ?? (kind === 'original' ? '' : words.notYet)],
        [words.seal, words.seals[seal]],
      ],
    },
    ...(isAddition ? [] : signing ? ofSigning(signing) : signed.length === 0 ? [unsigned] : unrecorded),
    ...later.flatMap((addition) => (addition.signing ? ofSigning(addition.signing, addition.name) : [])),
    { title: words.events, rows: toEvents(application) },
  ]
  return {
    version: 1,
    kind,
    submission: id,
    original,
    seal,
    ...(issuers !== undefined && { issuers }),
    signers: [
      ...signed.map(({ signer, receivedAt }) => ({ name: name(signer), signedAt: receivedAt })),
      ...later.map((addition) => ({ name: addition.name, signedAt: addition.createdAt })),
    ],
    page: sections.map(({ title, rows }) => ({ title, rows: rows.filter(([, value]) => value !== '') })),
  }
}

/** Of a submit without the record that the form makes. */
const unrecordedSigners = ({ values, createdAt }: Application) =>
  [1, 2]
    .filter((signer) => getOwn(values, `signer${signer}Signature`))
    .map((signer) => ({ signer, receivedAt: createdAt.toISOString() }))

const contactOf = ({ values }: Application, signer: number): string =>
  signer === 1
    ? maskContact(values.email ?? '', values.cellPhone ?? '')
    : maskContact(splitInvite(values).invite?.email ?? '', values.partner2Phone ?? '')

function toEvents(application: Application): Section['rows'] {
  const { openedAt, createdAt, attachments, clientIp, timeZone, additions = [], told } = application
  const files = attachments.files.filter(({ addedAt }) => addedAt <= createdAt)
  return [
    ...(told ? [{ at: createdAt, text: words.told(told) }] : [{ at: openedAt, text: words.opened }]),
    ...files.map(({ name, addedAt }) => ({ at: addedAt, text: words.file(name) })),
    { at: createdAt, text: words.received(clientIp) },
    ...additions.map(({ kind, createdAt: at }) => ({ at: new Date(at), text: words.added[kind] })),
  ]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, text }) => [formatTime(at, timeZone), text] as const)
}
/** 'owner@example.com', '2125550123' → 'o…@example.com · …0123' */
function maskContact(email: string, phone: string): string {
  const [, first = '', domain = ''] = /^(.)[^@]*(@.+)$/.exec(email.trim()) ?? []
  const digits = phone.replace(/\D/g, '')
  const parts = [domain && `${first}…${domain}`, digits.length > 4 ? `…${digits.slice(-4)}` : '']
  return parts.filter(Boolean).join(' · ')
}

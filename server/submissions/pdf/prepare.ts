import { SIGNATURE_MARKER } from '#domain/catalogue/display'
import { formattedView, type FormattedGroup } from '#domain/catalogue/formatted-view'
import { splitInvite, type SecondSignerInvite } from '#domain/catalogue/invite'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { pdfMessages } from '#domain/messages/pdf'
import { logoPicture, signaturePicture } from './pictures.ts'
import type {
  PreparedApplication,
  PrintedAddition,
  PrintedApplication,
  RenderOptions,
  Signer,
} from './printed-application.ts'

/** Reads the pictures, as sharp has threads of its own. */
export async function prepare(
  { logo, additions = [], ...application }: PrintedApplication,
  { stampedFor }: RenderOptions = {},
): Promise<PreparedApplication> {
  const { values } = application
  const signed = formattedView(values, 'full').find((section) => section.key === 'signatures')
  const later = new Set(additions.filter(({ kind }) => kind === 'signature').map(signerKey))
  const [signers, mark] = await Promise.all([
    Promise.all((signed?.groups ?? []).map((group) => readSigner(group, values, later.has(group.key)))),
    logo && logoPicture(logo),
  ])
  const added = await Promise.all(additions.map(readAddition))
  return { ...application, additions, stampedFor, signers, added, logo: mark }
}

async function readSigner(
  { key, title, rows }: FormattedGroup,
  values: Values,
  isLater = false,
): Promise<Signer> {
  const answers = rows.filter((row) => !row.signature)
  const drawn = rows.find((row) => row.signature)
  const dataUrl = (drawn && getOwn(values, drawn.name)) ?? ''
  const isAbsent = key === 'signer2' && !dataUrl && answers.every((row) => !row.value)
  return {
    title: title ?? '',
    answers: answers.map(({ label, value }) => ({ label, value })),
    drawing: await signaturePicture(dataUrl),
    note:
      isLater && dataUrl === ''
        ? pdfMessages.signedLater
        : noteFor(dataUrl, isAbsent, splitInvite(values).invite),
  }
}

const signerKey = ({ kind, signing }: PrintedAddition) =>
  `signer${signing?.signers[0]?.signer ?? (kind === 'signature' ? 2 : 1)}`

async function readAddition(addition: PrintedAddition): Promise<Signer> {
  const { name, date, signature } = addition
  const signer = signerKey(addition)
  const values = { [`${signer}Name`]: name, [`${signer}Date`]: date, [`${signer}Signature`]: signature }
  const group = formattedView(values, 'full').flatMap(({ groups }) => groups)[0]
  return group ? readSigner(group, values) : { title: '', answers: [], drawing: null, note: '' }
}

function noteFor(dataUrl: string, isAbsent: boolean, invite: SecondSignerInvite | null): string {
  if (isAbsent) return invite ? pdfMessages.signsLater(invite.name) : pdfMessages.noSecondSigner
  if (dataUrl === SIGNATURE_MARKER) return pdfMessages.maskedSignature
  return dataUrl === '' ? pdfMessages.noSignature : pdfMessages.damagedSignature
}

import { formattedView, type FormattedGroup } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { pdfMessages } from '#domain/messages/pdf'
import { SIGNATURE_BOX } from './geometry.ts'
import { logoPicture, picture, signatureBytes } from './pictures.ts'
import type { PreparedApplication, PrintedApplication, RenderOptions, Signer } from './printed-application.ts'

/** Reads the pictures, as sharp has threads of its own. */
export async function prepare(
  { logo, ...application }: PrintedApplication,
  { stampedFor }: RenderOptions = {},
): Promise<PreparedApplication> {
  const { values } = application
  const signed = formattedView(values, 'full').find((section) => section.key === 'signatures')
  const [signers, mark] = await Promise.all([
    Promise.all((signed?.groups ?? []).map((group) => readSigner(group, values))),
    logo && logoPicture(logo),
  ])
  return { ...application, stampedFor, signers, logo: mark }
}

async function readSigner({ key, title, rows }: FormattedGroup, values: Values): Promise<Signer> {
  const answers = rows.filter((row) => !row.signature)
  const drawn = rows.find((row) => row.signature)
  const dataUrl = (drawn && getOwn(values, drawn.name)) ?? ''
  const bytes = signatureBytes(dataUrl)
  const isAbsent = key === 'signer2' && !dataUrl && answers.every((row) => !row.value)
  return {
    title: title ?? '',
    answers: answers.map(({ label, value }) => ({ label, value })),
    drawing: bytes && (await picture(bytes, SIGNATURE_BOX)),
    note: noteFor(dataUrl, isAbsent),
  }
}

function noteFor(dataUrl: string, isAbsent: boolean): string {
  if (isAbsent) return pdfMessages.noSecondSigner
  return dataUrl === '' ? pdfMessages.noSignature : pdfMessages.damagedSignature
}

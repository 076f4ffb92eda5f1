import { formattedView, type FormattedSection } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { pdfMessages } from '#domain/messages/pdf'
import { SIGNATURE_BOX } from './geometry.ts'
import { logoPicture, picture, signatureBytes } from './pictures.ts'
import type {
  Picture,
  PreparedApplication,
  PrintedApplication,
  RenderOptions,
  Signer,
} from './printed-application.ts'

export async function prepare(
  { logo, values, ...application }: PrintedApplication,
  { stampedFor }: RenderOptions = {},
): Promise<{ prepared: PreparedApplication; transfer: ArrayBuffer[] }> {
  const signed = formattedView(values, 'full').find((section) => section.key === 'signatures')
  const [signers, mark] = await Promise.all([
    signed ? readSigners(signed, values) : [],
    logo && logoPicture(logo),
  ])
  const prepared = {
    ...application,
    stampedFor,
    values: withoutDrawings(values, signed),
    signers: signers.map((signer) => ({ ...signer, drawing: copied(signer.drawing) })),
    logo: copied(mark),
  }
  const pictures = [prepared.logo, ...prepared.signers.map(({ drawing }) => drawing)]
  return { prepared, transfer: pictures.flatMap((found) => found?.png.buffer ?? []) }
}

function readSigners(section: FormattedSection, values: Values): Promise<Signer[]> {
  return Promise.all(
    section.groups.map(async (group) => {
      const answers = group.rows.filter((row) => !row.signature)
      const drawn = group.rows.find((row) => row.signature)
      const dataUrl = (drawn && getOwn(values, drawn.name)) ?? ''
      const bytes = signatureBytes(dataUrl)
      const drawing = bytes && (await picture(bytes, SIGNATURE_BOX))
      const absent = group.key === 'signer2' && !dataUrl && answers.every((row) => !row.value)
      return {
        title: group.title ?? '',
        answers: answers.map(({ label, value }) => ({ label, value })),
        drawing,
        note: noteFor(dataUrl, absent),
      }
    }),
  )
}

function noteFor(dataUrl: string, absent: boolean): string {
  if (absent) return pdfMessages.noSecondSigner
  return dataUrl === '' ? pdfMessages.noSignature : pdfMessages.damagedSignature
}

function withoutDrawings(values: Values, signed: FormattedSection | undefined): Values {
  const names = (signed?.groups ?? []).flatMap(({ rows }) =>
    rows.flatMap(({ name, signature }) => (signature ? [name] : [])),
  )
  return { ...values, ...Object.fromEntries(names.map((name) => [name, ''])) }
}

/** A copy, as sharp's memory and cached logos can't move to a thread. */
const copied = (found: Picture | null): Picture | null =>
  found && { ...found, png: Uint8Array.from(found.png) }

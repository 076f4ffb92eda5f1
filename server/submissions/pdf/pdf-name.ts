import { pdfMessages } from '#domain/messages/pdf'
import { toReference } from '#domain/reference'
import { dayInZone } from '#domain/time-zone'
import { fileSafe } from '../../platform/files/filename.ts'

export const namedSelect = {
  id: true,
  legalName: true,
  dbaName: true,
  createdAt: true,
  company: { select: { timeZone: true } },
} as const

type Named = {
  id: string
  legalName: string
  dbaName: string
  createdAt: Date
  company: { timeZone: string }
}

/** '<merchant> – application – <day of the submit>.pdf' */
export function pdfName(
  { id, legalName, dbaName, createdAt, company }: Named,
  what: string = pdfMessages.file,
  extension = 'pdf',
): string {
  const merchant = legalName.trim() || dbaName.trim() || toReference(id)
  const short = [...merchant].slice(0, MERCHANT_LENGTH).join('')
  return fileSafe(`${short} – ${what} – ${dayInZone(createdAt, company.timeZone)}.${extension}`)
}

const MERCHANT_LENGTH = 80

import { STATEMENT_TYPE } from '#domain/files'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { deskSelect, toDesk, type StoredDesk } from '../view/submission-desk.ts'
import { sealedSelect } from '../accept/sealed-submission.ts'
import type { ListedRow } from './submission-page.ts'
import type { SubmissionRow } from './submission-row.schema.ts'

const undated = { documentType: STATEMENT_TYPE, statementMonth: null }
const rowSelect = {
  id: true,
  companyId: true,
  legalName: true,
  dbaName: true,
  state: true,
  advanceAmount: true,
  sales: true,
  submittedBy: true,
  createdAt: true,
  pdfState: true,
  pdfFailure: true,
  legalHoldAt: true,
  awaitsSignatureUntil: true,
  company: { select: { id: true, nameOut: true, timeZone: true, deskSettings: true } },
  link: { select: { id: true, slug: true } },
  desk: deskSelect,
  formSession: { select: { wrappedKey: true, _count: { select: { documents: { where: undated } } } } },
} satisfies Prisma.FormSubmissionSelect

const { signatures: _signatures, ...answersSelect } = sealedSelect

export const openedSelect = { ...answersSelect, ...rowSelect } satisfies Prisma.FormSubmissionSelect

type StoredRow = Prisma.FormSubmissionGetPayload<{ select: typeof rowSelect }>

/** Columns that an earlier version did not write are left out until a job has filled them. */
export function toListRow({ nameOut, timeZone, ...row }: ListedRow): SubmissionRow {
  const { legalName, dbaName, state, advanceAmount, sales } = row
  const clear = { legalName, dbaName, state, advanceAmount, sales }
  const known = Object.fromEntries(Object.entries(clear).filter(([, value]) => value !== null))
  const company = { id: row.companyId, nameOut, timeZone, deskSettings: row.deskSettings }
  const team = row.teamId === null || row.teamName === null ? null : { id: row.teamId, name: row.teamName }
  const link = { id: row.linkId, slug: row.slug }
  const formSession = { _count: { documents: row.undatedStatements } }
  return toRow({ ...row, company, link, desk: { ...row, team }, formSession }, JSON.stringify(known))
}

export function readOrNull<T>({ log }: Pick<Services, 'log'>, id: string, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    // A parser's message quotes the data.
    const reason = error instanceof Error ? error.name : ''
    log.error({ submission: id, reason }, 'unreadable submission')
    return null
  }
}

type Shown = Omit<StoredRow, 'desk' | 'company' | 'formSession'> & {
  formSession: { _count: { documents: number } }
  desk: StoredDesk | null
  company: { id: string; nameOut: string; timeZone: string; deskSettings: unknown }
}

export const toRow = (row: Shown, formData: string): SubmissionRow => ({
  id: row.id,
  ...toDesk(row),
  undatedStatements: row.formSession._count.documents,
  link: row.link,
  company: { id: row.company.id, nameOut: row.company.nameOut },
  user: { name: row.submittedBy },
  formData,
  timeZone: row.company.timeZone,
  createdAt: row.createdAt.toISOString(),
  pdfPath: row.pdfState === 'ready' ? `/pdf/${row.id}` : null,
  pdfState: row.pdfState,
  pdfFailure: row.pdfFailure,
  onHold: row.legalHoldAt !== null,
  awaitsSignature: row.awaitsSignatureUntil !== null && row.awaitsSignatureUntil > new Date(),
})

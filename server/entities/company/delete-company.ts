import { serverMessages } from '#domain/messages/server'
import type { Tx } from '../../platform/database/db.ts'
import { lockRows } from '../../platform/database/lock-row.ts'
import { AppError } from '../../errors.ts'
import { removeLogo } from '../../platform/files/logo.ts'
import { removeFiles } from '../../platform/files/remove-files.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../../events/audit/record-change.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { checkFresh } from '../record-as-read.ts'
import { toRow } from './company-rows.ts'
import { companies, company, type CompanyRow, type DeleteInput } from './company.ts'

const words = serverMessages.company

/** Also deletes links, roles, teams, own documents, logos, inactive users and the caller, if a member. */
export async function deleteCompany(
  services: Services,
  by: AuditActor,
  { id, updatedAt }: DeleteInput,
): Promise<CompanyRow> {
  const { row, files } = await services.db.as(by.actor).write(async (tx) => {
    // Requests that add a row to the company wait for this lock and then find it gone.
    const stored = await companies.lock(tx, by.actor, id)
    checkFresh(stored, updatedAt)
    const ofCompany = { where: { companyId: stored.id } }
    const teams = await tx.team.findMany({ ...ofCompany, select: { id: true } })
    const users = await tx.user.findMany({ ...ofCompany, select: { id: true } })
    await lockRows(tx, 'Team', toIds(teams))
    await lockRows(tx, 'User', toIds(users))
    await checkDeletable(tx, stored.id, by.actor.userId)
    const documents = await tx.document.findMany({ ...ofCompany, select: { storedAs: true } })
    await tx.document.deleteMany(ofCompany)
    await tx.generatedLink.deleteMany(ofCompany)
    await tx.user.deleteMany(ofCompany)
    // Cascades to roles and teams.
    await tx.company.delete({ where: { id: stored.id } })
    const before = { ...company.snapshot(stored), users: toIds(users) }
    await recordChange(tx, by, 'company-deleted', { id, companyId: id }, before, null)
    return { row: stored, files: documents.map(({ storedAs }) => storedAs) }
  })
  const answer = await toRow(services, { row, submittedForms: 0 })
  await removeFiles(services, files)
  await removeLogo(services, row.logoUrl)
  await removeLogo(services, row.pdfLogoUrl)
  return answer
}

const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

async function checkDeletable(tx: Tx, companyId: string, callerId: string): Promise<void> {
  const select = { select: { id: true } }
  const ofCompany = { where: { companyId }, ...select }
  if (await tx.formSubmission.findFirst(ofCompany)) throw new AppError('conflict', words.hasSubmissions)
  if (await tx.formSession.findFirst(ofCompany)) throw new AppError('conflict', words.hasSessions)
  const isAdmin = { OR: [{ isAdmin: true }, { role: { userType: 'admin' as const } }] }
  if (await tx.user.findFirst({ where: { companyId, ...isAdmin }, ...select })) {
    throw new AppError('conflict', words.hasAdmins)
  }
  const others = { companyId, active: true, id: { not: callerId } }
  if (await tx.user.findFirst({ where: others, ...select })) throw new AppError('conflict', words.hasUsers)
}

import { serverMessages } from '#domain/messages/server'
import { ofCompanyAdmin } from '#domain/permissions'
import type { Tx } from '../platform/database/db.ts'
import { emailKey } from '../auth/email-key.ts'
import { hashPassword } from '../auth/passwords.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { recordChange } from '../events/audit/record-change.ts'
import type { AuditActor } from '../events/record-event.ts'
import { company, type StoredCompany } from '../entities/company/company.ts'
import { toRow } from '../entities/company/company-rows.ts'
import { inOrder } from '../entities/role/role.ts'
import { checkGrant } from '../entities/role/role-rules.ts'
import { isTaken } from '../platform/database/database-error.ts'
import type { CompanyWithAdmin, CreateCompanyInput } from './onboarding.schema.ts'

/** The first administrator is also the company's lead. */
export async function createCompanyWithAdmin(
  services: Services,
  by: AuditActor,
  input: CreateCompanyInput,
): Promise<CompanyWithAdmin> {
  checkGrant(by.actor, input.role, null)
  const passwordHash = await hashPassword(input.user.password, by.actor.userId)
  try {
    const made = await services.db.as(by.actor).write((tx) => make(tx, by, input, passwordHash))
    const record = await toRow(services, { row: made.company, submittedForms: 0 })
    return { company: record, user: made.user, role: made.role }
  } catch (error) {
    if (!isTaken(error)) throw error
    const taken = serverMessages.onboarding.emailTaken
    throw new AppError('conflict', taken, { fields: { 'user.email': taken } })
  }
}

type Made = { company: StoredCompany } & Pick<CompanyWithAdmin, 'user' | 'role'>

async function make(tx: Tx, by: AuditActor, input: CreateCompanyInput, passwordHash: string): Promise<Made> {
  const { id: companyId } = await tx.company.create({ data: input.company, select: { id: true } })
  const roleData = {
    ...input.role,
    permissions: inOrder(ofCompanyAdmin(input.role.permissions)),
    isStatic: true as const,
  }
  const { id: roleId } = await tx.role.create({ data: { ...roleData, companyId }, select: { id: true } })
  const userData = { name: input.user.name, email: input.user.email.trim() }
  const { id: userId } = await tx.user.create({
    data: {
      ...userData,
      emailKey: emailKey(userData.email),
      passwordHash,
      passwordSetByOther: true,
      roleId,
      companyId,
    },
    select: { id: true },
  })
  const row = await tx.company.update({
    where: { id: companyId },
    data: { leadId: userId },
    select: company.select,
  })

  await recordChange(tx, by, 'company-created', { id: companyId, companyId }, null, company.snapshot(row))
  await recordChange(tx, by, 'role-created', { id: roleId, companyId }, null, { ...roleData, companyId })
  const user = { ...userData, role: roleId, companyId }
  await recordChange(tx, by, 'user-created', { id: userId, companyId }, null, user)
  return { company: row, user: { id: userId, ...userData }, role: { id: roleId, ...roleData } }
}

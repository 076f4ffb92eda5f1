import { serverMessages } from '#domain/messages/server'
import { withActor, type Tx } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { rowSelect, snapshot, toRow, type StoredCompany } from '../company/company-row.ts'
import { inOrder } from '../role/role-row.ts'
import { checkGrant } from '../role/role-rules.ts'
import { isTaken } from '../../database/is-taken.ts'
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
    const made = await withActor(services.db, by.actor, (tx) => make(tx, by, input, passwordHash))
    const company = await toRow(services, { row: made.company, submittedForms: 0 })
    return { company, user: made.user, role: made.role }
  } catch (error) {
    if (!isTaken(error)) throw error
    const taken = serverMessages.onboarding.emailTaken
    throw new AppError('conflict', taken, { fields: { 'user.email': taken } })
  }
}

type Made = { company: StoredCompany } & Pick<CompanyWithAdmin, 'user' | 'role'>

async function make(tx: Tx, by: AuditActor, input: CreateCompanyInput, passwordHash: string): Promise<Made> {
  const { id: companyId } = await tx.company.create({ data: input.company, select: { id: true } })
  const roleData = { ...input.role, permissions: inOrder(input.role.permissions), isStatic: true as const }
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
  const company = await tx.company.update({
    where: { id: companyId },
    data: { leadId: userId },
    select: rowSelect,
  })

  await recordChange(tx, by, 'company-created', { id: companyId, companyId }, null, snapshot(company))
  await recordChange(tx, by, 'role-created', { id: roleId, companyId }, null, { ...roleData, companyId })
  const user = { ...userData, role: roleId, companyId }
  await recordChange(tx, by, 'user-created', { id: userId, companyId }, null, user)
  return { company, user: { id: userId, ...userData }, role: { id: roleId, ...roleData } }
}

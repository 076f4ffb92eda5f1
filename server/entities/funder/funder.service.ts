import { parseCriteria } from '#domain/funder'
import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../../auth/actor.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { isReferredTo, isTaken } from '../../platform/database/database-error.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { AuditActor } from '../../events/record-event.ts'
import type { Services } from '../../services.ts'
import { checkFresh, checkReadOnly } from '../record-as-read.ts'
import { companyOfNew } from '../role/role-rules.ts'
import {
  funder,
  funders,
  type CreateInput,
  type DeleteInput,
  type FunderRow,
  type ListInput,
  type UpdateInput,
} from './funder.ts'

const words = serverMessages.funder

export const listFunders = (services: Services, by: AuditActor, input: ListInput) =>
  funders.list(services, by, input, { name: input.filter?.name, active: input.filter?.active })

/** Packages hold applicants' data, so who redirects them proves who they are. @throws AppError password_needed */
export function checkAddresses(actor: Actor, before: readonly string[], after: readonly string[] = []): void {
  const known = new Set(before.map((address) => address.toLowerCase()))
  if (after.some((address) => !known.has(address.toLowerCase()))) requireConfirmed(actor)
}

export async function createFunder({ db }: Services, by: AuditActor, input: CreateInput): Promise<FunderRow> {
  const { companyId: named, updatedAt: _readAt, ...data } = input
  return db
    .as(by.actor)
    .write(async (tx) => {
      const companyId = await companyOfNew(tx, by.actor, { companyId: named })
      if (companyId === null) throw fieldError('companyId', serverMessages.choice.company)
      checkAddresses(by.actor, [], data.emails)
      const row = await tx.funder.create({ data: { ...data, companyId }, select: funder.select })
      await funders.record(tx, by, 'funder-created', [null, row])
      return funder.toRow(row)
    })
    .catch(rejectTaken)
}

export async function updateFunder(
  services: Services,
  by: AuditActor,
  input: UpdateInput,
): Promise<FunderRow> {
  await checkReadOnly(funder.readOnly, input, () => funders.get(services, by, input))
  const { companyId: _in, company: _of, timeZone: _zone, createdAt: _at, ...sent } = input
  const { id, updatedAt, criteria: given, ...data } = sent
  return services.db
    .as(by.actor)
    .write(async (tx) => {
      const before = await funders.lock(tx, by.actor, id)
      checkFresh(before, updatedAt)
      checkAddresses(by.actor, before.emails, data.emails)
      if (before.asksCode && data.asksCode === false) requireConfirmed(by.actor)
      const criteria = given && parseCriteria({ ...parseCriteria(before.criteria), ...given })
      const row = await funders.update(tx, before, { ...data, ...(criteria && { criteria }) })
      await funders.record(tx, by, 'funder-updated', [before, row])
      return funder.toRow(row)
    })
    .catch(rejectTaken)
}

/** Packages, offers and fundings refer to it for ever; then it is retired. */
export async function deleteFunder(
  { db }: Services,
  by: AuditActor,
  { id, updatedAt }: DeleteInput,
): Promise<FunderRow & { deleted: boolean }> {
  const remove = (isUsed: boolean) =>
    db.as(by.actor).write(async (tx) => {
      const before = await funders.lock(tx, by.actor, id)
      checkFresh(before, updatedAt)
      const row = isUsed ? await funders.update(tx, before, { active: false }) : null
      if (!isUsed) await tx.funder.delete({ where: { id } })
      await funders.record(tx, by, isUsed ? 'funder-updated' : 'funder-deleted', [before, row])
      return { ...funder.toRow(row ?? before), deleted: !isUsed }
    })
  try {
    return await remove(false)
  } catch (error) {
    // Also by packages of submissions that the caller can't see.
    if (isReferredTo(error)) return remove(true)
    throw error
  }
}

function rejectTaken(error: unknown): never {
  if (isTaken(error)) throw new AppError('conflict', words.nameTaken, { fields: { name: words.nameTaken } })
  throw error
}

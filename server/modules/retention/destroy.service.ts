import { asSystem, withSystem } from '../../auth/actor.ts'
import { lockRow, lockRows } from '../../database/lock-row.ts'
import { removeFiles } from '../../files/remove-files.ts'
import type { Services } from '../../services.ts'
import { destroyRows } from './destroy-rows.ts'
import { daysInForce, destroyable, policySelect } from './due.ts'

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'log'>

/** A submission whose time has come. `documents`: how many files were uploaded with it. */
export type Due = { id: string; companyId: string; receivedAt: Date; documents: number }

/** At most so many, and none of these. */
type Cut = { limit?: number; except?: ReadonlySet<string> }

const BATCH = 200

/** What `destroyDue` would destroy at this moment, company by company, oldest first. */
export async function findDue(
  services: Pick<Needs, 'db' | 'config'>,
  now: Date,
  { limit = Infinity, except = new Set() }: Cut = {},
): Promise<Due[]> {
  const companies = await asSystem(services.db, 'job', (client) =>
    client.company.findMany({
      where: { retentionDays: { not: null } },
      orderBy: { id: 'asc' },
      select: policySelect,
    }),
  )
  const due: Due[] = []
  for (const company of companies) {
    const days = daysInForce(services, company, now)
    if (days === null || due.length >= limit) continue
    const rows = await asSystem(services.db, 'job', (client) =>
      client.formSubmission.findMany({
        where: { ...destroyable(company.id, days, now), id: { notIn: [...except] } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        ...(limit !== Infinity && { take: limit - due.length }),
        select: {
          id: true,
          companyId: true,
          createdAt: true,
          formSession: { select: { _count: { select: { documents: true } } } },
        },
      }),
    )
    due.push(
      ...rows.map(({ id, companyId, createdAt, formSession }) => ({
        id,
        companyId,
        receivedAt: createdAt,
        documents: formSession._count.documents,
      })),
    )
  }
  return due
}

/**
 * Destroys for good every submission whose company keeps it no longer and that is not on hold: its rows, its data key
 * and its files. Each is a transaction of its own, so that one that fails holds up no other.
 *
 * @returns what was destroyed
 * @throws the first failure, once all others are done
 */
export async function destroyDue(services: Needs, now: Date = new Date()): Promise<Due[]> {
  const destroyed: Due[] = []
  const left = new Set<string>()
  const failures: unknown[] = []
  for (;;) {
    const batch = await findDue(services, now, { limit: BATCH, except: left })
    if (batch.length === 0) break
    for (const due of batch) {
      try {
        const done = await destroyOne(services, due.id, due.companyId, now)
        if (done) destroyed.push(done)
        else left.add(due.id)
      } catch (error) {
        left.add(due.id)
        failures.push(error)
      }
    }
  }
  if (destroyed.length > 0) await vacuum(services)
  if (failures.length > 0) throw failures[0]
  return destroyed
}

/** Null where it was put on hold, kept for longer or destroyed by somebody else meanwhile: the locks decide. */
async function destroyOne(services: Needs, id: string, companyId: string, now: Date): Promise<Due | null> {
  const done = await withSystem(services.db, 'job', async (tx) => {
    await lockRows(tx, 'Company', [companyId], 'shared')
    await lockRow(tx, 'FormSession', id)
    await lockRow(tx, 'FormSubmission', id)
    const company = await tx.company.findUnique({ where: { id: companyId }, select: policySelect })
    const days = company && daysInForce(services, company, now)
    if (days === null) return null
    const row = await tx.formSubmission.findFirst({
      where: { ...destroyable(companyId, days, now), id },
      select: { id: true, companyId: true, createdAt: true, pdfFile: true },
    })
    return row && { ...row, ...(await destroyRows(tx, row, days)) }
  })
  if (done === null) return null
  await removeFiles(services, done.files)
  return { id, companyId, receivedAt: done.createdAt, documents: done.documents }
}

/**
 * Gives the space of destroyed rows, and of their entries in the indexes, free to be written over; autovacuum would get
 * to it some time.
 */
async function vacuum({ db, log }: Pick<Needs, 'db' | 'log'>): Promise<void> {
  try {
    await asSystem(
      db,
      'maintenance',
      (client) =>
        client.$executeRaw`VACUUM (INDEX_CLEANUP ON, TRUNCATE ON) "FormSubmission", "FormSession", "Document"`,
    )
  } catch (error) {
    log.warn({ err: error }, 'the space of destroyed submissions is left to autovacuum')
  }
}

// @module-tag long
import { openDesks } from '../test/support/desks.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Actor } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import { makeLink } from '../test/support/factories.ts'
import { startDeskTests } from './desk.fixture.ts'
import { setStatus } from './move-status.ts'
import { setOwner } from './assignees.ts'

const { services, system, tenant } = await startDeskTests()
const { company, boss, clerk } = await tenant()
const { id: linkId } = await makeLink(services, company.id)

const ROUNDS = 250
const AT_ONCE = 4
const READ_AT = new Date('2026-11-01T00:00:00Z')
const PATIENCE = { timeout: 120_000 }

const toActor = ({ id, name }: { id: string; name: string }) => ({
  ip: '',
  actor: {
    userId: id, name, email: '', roleId: null, roleName: '', scope: 'company', companyId: company.id, companyName: null, slug: null,
    apiKey: null, sessionId: '', otp: false, otpRequired: false, sso: false, passwordChangeRequired: false, submissionMail: 'off', confirmedAt: READ_AT,
    isAdmin: false, userType: 'company', permissions: ['page:forms', 'submission:update', 'submission:decide'],
  } satisfies Actor,
}) // prettier-ignore
const people = [toActor(boss), toActor(clerk)]

async function makeSubmissions(): Promise<string[]> {
  const ids = Array.from({ length: ROUNDS }, () => randomUUID())
  const bytes = new Uint8Array([1])
  const of = { companyId: company.id, linkId, createdAt: READ_AT }
  await system(async (client) => {
    await client.formSession.createMany({
      data: ids.map((id) => ({ id, ...of, wrappedKey: bytes, expiresAt: READ_AT })),
    })
    await client.formSubmission.createMany({
      data: ids.map((id) => ({ id, ...of, formData: bytes, valuesDigest: bytes })),
    })
    await openDesks(client)
  })
  return ids
}

/** Both changes of each submission start at the same moment. Returns who won each, null where not exactly one did. */
async function race(change: (id: string, index: number) => Promise<unknown>) {
  const ids = await makeSubmissions()
  const winners = new Map<string, number | null>()
  const run = async (id: string) => {
    const results = await Promise.allSettled([change(id, 0), change(id, 1)])
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toSatisfy((error) => error instanceof AppError && error.code === 'stale')
    const won = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    winners.set(id, won.length === 1 ? (won[0] ?? null) : null)
  }
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await run(id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const rows = await system((client) => client.submissionDesk.findMany({ where: { id: { in: ids } } }))
  const entries = await system((client) =>
    client.auditEntry.findMany({
      where: { objectId: { in: ids } },
      select: { objectId: true, actorId: true },
    }),
  )
  expect(winners.size).toBe(ROUNDS)
  expect([...winners.values()]).not.toContain(null)
  // Each change that was answered with success is in the log, and no other.
  expect(entries.map(({ objectId, actorId }) => `${objectId} ${actorId}`).toSorted()).toEqual(
    [...winners].map(([id, winner]) => `${id} ${people[winner ?? 0]?.actor.userId}`).toSorted(),
  )
  return rows.map((row) => ({ row, winner: winners.get(row.id) ?? 0 }))
}

const by = (index: number) => people[index] ?? toActor(boss)
const updatedAt = READ_AT.toISOString()

test('of two people who decide at the same moment, one decides and the other is told', PATIENCE, async () => {
  const statuses = ['declined', 'withdrawn'] as const
  const decided = await race((id, index) =>
    setStatus(services, by(index), { id, status: statuses[index] ?? '', reason: 'other', updatedAt }),
  )
  expect(decided.filter(({ row, winner }) => row.status !== statuses[winner])).toEqual([])
})

test('of two people who take a submission at the same moment, one has it', PATIENCE, async () => {
  const taken = await race((id, index) =>
    setOwner(services, by(index), { id, userId: by(index).actor.userId, updatedAt }),
  )
  expect(taken.filter(({ row, winner }) => row.ownerId !== by(winner).actor.userId)).toEqual([])
})

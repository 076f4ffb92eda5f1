import { describe, expect, it } from 'vitest'
import type { Actor } from '../../auth/actor.ts'
import { Prisma } from '../../generated/client.ts'
import { toDatabaseError } from './database-error.ts'
import {
  TENANT_TABLES,
  SYSTEM_TABLES,
  TABLES,
  startRowLevelSecurityTests,
} from './row-level-security.fixture.ts'

const { db } = await startRowLevelSecurityTests()

describe('a service that forgets its where', () => {
  const caller: Actor = {
    userId: 'mine-user',
    name: 'Ann',
    email: 'mine@example.com',
    isAdmin: false,
    userType: 'company',
    permissions: ['userType:company', 'userType:admin'],
    roleId: 'mine-role',
    roleName: 'Admin',
    scope: 'company',
    companyId: 'mine-company',
    companyName: 'mine',
    slug: null,
    apiKey: null,
    sessionId: 'mine-login',
    otp: false,
    otpRequired: false,
    sso: false,
    passwordChangeRequired: false,
    submissionMail: 'off',
    confirmedAt: new Date(),
  }
  const textOf = (value: unknown): string =>
    JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

  it('is answered the own rows alone, through relations too', async () => {
    // A team of the own company that another company's people have come into, and a lead who is an admin.
    await db.system('test').write(async (system) => {
      await system.teamMember.create({ data: { teamId: 'mine-team', userId: 'other-user' } })
      await system.teamMember.create({ data: { teamId: 'other-team', userId: 'mine-user' } })
      await system.generatedLink.update({ where: { id: 'mine-link' }, data: { userId: 'other-user' } })
      await system.submissionDesk.update({
        where: { id: 'mine-form' },
        data: { submittedById: 'house-admin' },
      })
    })
    const found = await db.as(caller).write(async (tx) => [
      await tx.formSubmission.findMany({
        include: {
          company: {
            include: { users: true, lead: true, roles: true, teams: true, links: true, documents: true },
          },
          link: { include: { user: { include: { loginSessions: true } }, formSessions: true } },
          // Prisma cannot read an array of bigints through a relation.
          desk: { include: { submitter: true }, omit: { ownerHashes: true } },
          formSession: { include: { documents: { include: { company: true } } } },
        },
      }),
      await tx.user.findMany({
        include: {
          role: true,
          loginSessions: true,
          otp: true,
          passwordResets: true,
          teams: { include: { team: { include: { members: { include: { team: true } } } } } },
        },
      }),
      await tx.role.findMany({ include: { users: true, company: { include: { submissions: true } } } }),
      await tx.auditEntry.findMany(),
    ])
    const text = textOf(found)
    expect(text).toContain('mine-form-file')
    // The membership itself is the own team's; who the other is, is not told.
    expect(text.replaceAll('"userId":"other-user"', '')).not.toContain('other-')
    expect(text).not.toContain('house-admin@')
    expect(found[0]).toMatchObject([{ link: { user: null }, desk: { submitter: null } }])
    expect(found[1]).toMatchObject([{ otp: null, passwordResets: [] }])
  })

  it.each([...TENANT_TABLES, ...SYSTEM_TABLES])('is answered so in raw SQL of %s too', async (table) => {
    const rows = await db
      .as({ ...caller, pattern: '%' })
      .write((tx) => tx.$queryRaw<object[]>`SELECT to_jsonb(t) AS row FROM ${Prisma.raw(`"${table}"`)} t`)
    expect(textOf(rows).replaceAll(/"(userId|submittedById)": ?"other-user"/g, '')).not.toContain('other-')
    expect(rows.length > 0).toBe(TABLES[table] === 'tenant')
  })

  it.each([...TENANT_TABLES, ...SYSTEM_TABLES])(
    'is answered so in one statement of %s too',
    async (table) => {
      const statement = Prisma.sql`SELECT to_jsonb(t) AS row FROM ${Prisma.raw(`"${table}"`)} t`
      const rows = await db.as({ ...caller, pattern: '%' }).query(`read-${table}`, statement)
      expect(textOf(rows).replaceAll(/"(userId|submittedById)": ?"other-user"/g, '')).not.toContain('other-')
      expect(rows.length > 0).toBe(TABLES[table] === 'tenant')
    },
  )

  it('shares connections with other callers, and each sees the own rows', async () => {
    const admin = { ...caller, userType: 'admin' as const, isAdmin: true }
    const nobody = { ...caller, companyId: null }
    const statement = Prisma.sql`SELECT "id" FROM "Company" ORDER BY "id"`
    const read = async (actor: Actor) =>
      (await db.as(actor).query<{ id: string }>('companies', statement)).map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => read([caller, admin, nobody][index % 3] ?? caller)),
    )
    expect(answers.filter((_, index) => index % 3 === 0)).toEqual(Array(20).fill(['mine-company']))
    expect(answers.filter((_, index) => index % 3 === 1)).toEqual(
      Array(20).fill(['mine-company', 'other-company']),
    )
    expect(answers.filter((_, index) => index % 3 === 2)).toEqual(Array(20).fill([]))
  })

  it('loses its scope when a statement fails or writes for another company', async () => {
    const failing = Prisma.sql`SELECT 1 / (SELECT count(*) - 1 FROM "Company") AS "never"`
    const foreign = Prisma.sql`UPDATE "Company" SET "id" = 'x' WHERE "id" = ${'mine-company'} RETURNING "id"`
    for (const [name, statement] of Object.entries({ failing, foreign })) {
      await expect(db.as(caller).query(name, statement)).rejects.toThrow()
      const counts = await Promise.all(
        Array.from({ length: 12 }, () => db.connections.tenant.client().user.count()),
      )
      expect(new Set(counts)).toEqual(new Set([0]))
    }
    const own = Prisma.sql`SELECT "id" FROM "Company"`
    expect(await db.as(caller).query('own', own)).toEqual([{ id: 'mine-company' }])
  })

  it('is told of a connection that is lost, and is answered by the next one', async () => {
    const end = Prisma.sql`SELECT pg_terminate_backend(pg_backend_pid())`
    for (let lost = 0; lost < 3; lost += 1) await expect(db.as(caller).query('end', end)).rejects.toThrow()
    const own = Prisma.sql`SELECT "id" FROM "Company"`
    expect(await db.as(caller).query('own', own)).toEqual([{ id: 'mine-company' }])
  })

  it('is told to try again later when a statement takes too long', async () => {
    const [limit] = await db
      .as(caller)
      .query('limit', Prisma.sql`SELECT current_setting('statement_timeout') AS "is"`)
    expect(limit).toEqual({ is: '10s' })
    // PostgreSQL ends a statement in the same way when its time is up.
    const ended = Prisma.sql`SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(5)`
    const error: unknown = await db
      .as(caller)
      .query('ended', ended)
      .catch((thrown: unknown) => thrown)
    expect(toDatabaseError(error)).toMatchObject({ code: 'unavailable', status: 503 })
  })

  it('for somebody without a company is answered nothing, whatever strings they hold', async () => {
    for (const table of [...TENANT_TABLES, ...SYSTEM_TABLES]) {
      const rows = await db
        .as({ ...caller, companyId: null })
        .write((tx) => tx.$queryRaw<object[]>`SELECT 1 FROM ${Prisma.raw(`"${table}"`)}`)
      expect(rows, table).toEqual([])
    }
  })

  it('leaves no setting behind on its connection', async () => {
    await db.as(caller).write((tx) => tx.user.count())
    const counts = await Promise.all(
      Array.from({ length: 5 }, () => db.connections.tenant.client().user.count()),
    )
    expect(counts).toEqual([0, 0, 0, 0, 0])
  })
})

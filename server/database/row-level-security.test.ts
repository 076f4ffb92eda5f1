import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { asSystem, withActor, type Actor } from '../auth/actor.ts'
import { Prisma } from '../generated/client.ts'
import { testDatabase } from '../test/support/database.ts'
import { fillTenant } from './two-tenants.fixture.ts'

/** What a table holds: 'tenant' somebody's rows, 'system' what no caller's transaction sees; else why it has no policy. */
const TABLES: Record<string, 'tenant' | 'system' | { reason: string }> = {
  AuditEntry: 'tenant',
  Company: 'tenant',
  Document: 'tenant',
  FormSession: 'tenant',
  FormSubmission: 'tenant',
  GeneratedLink: 'tenant',
  LoginSession: 'tenant',
  Role: 'tenant',
  Team: 'tenant',
  TeamMember: 'tenant',
  User: 'tenant',
  AuditKey: 'system',
  AuditSeal: 'system',
  Installation: 'system',
  KeyCheck: 'system',
  KnownDevice: 'system',
  PasswordReset: 'system',
  RetiredKey: 'system',
  ThrottleBucket: 'system',
  UserOtp: 'system',
  _prisma_migrations: { reason: "Prisma's own record of what was applied; it tells of nobody" },
}
const named = (kind: string) => Object.keys(TABLES).filter((table) => TABLES[table] === kind)
const [TENANT_TABLES, SYSTEM_TABLES] = [named('tenant'), named('system')]

/** How a row of a tenant's would become the other's, by table. */
const MOVES: Record<string, string> = {
  Company: `"id" = 'other-company-2'`,
  TeamMember: `"userId" = 'other-user'`,
  LoginSession: `"userId" = 'other-user'`,
}
const moveOf = (table: string) => MOVES[table] ?? `"companyId" = 'other-company'`

const { db, url } = await testDatabase()
await fillTenant(db, 'mine')
await fillTenant(db, 'other')
await asSystem(db, 'test', async (client) => {
  await client.role.create({ data: { id: 'house-role', name: 'User' } })
  await client.role.create({ data: { id: 'house-admins', name: 'Admin', userType: 'admin' } })
  await client.user.create({
    data: { id: 'house-admin', name: 'Ann', email: 'a@x', emailKey: 'a@x', passwordHash: '', isAdmin: true },
  })
})

const client = new pg.Client({ connectionString: url })
await client.connect()
afterAll(() => client.end())

type Scope = { scope?: string; company?: string }
const NONE: Scope = {}
const MINE: Scope = { scope: 'company', company: 'mine-company' }
const ALL: Scope = { scope: 'all', company: '' }

/** Runs statements in a transaction of the given scope and takes it back; the last one's answer. */
async function run({ scope, company }: Scope, ...statements: string[]): Promise<pg.QueryResult> {
  await client.query('BEGIN')
  try {
    if (scope !== undefined) await client.query(`SELECT set_config('intake.scope', $1, true)`, [scope])
    if (company !== undefined) await client.query(`SELECT set_config('intake.company', $1, true)`, [company])
    let last = await client.query('SELECT 1')
    for (const statement of statements) last = await client.query(statement)
    return last
  } finally {
    await client.query('ROLLBACK')
  }
}

/** How many rows a write touches: 0 where row-level security hides or refuses them. */
async function touched(scope: Scope, statement: string): Promise<number> {
  try {
    return (await run(scope, statement)).rowCount ?? 0
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return 0
    throw error
  }
}

const columns = new Map<string, string>()
for (const { table, names } of (
  await client.query<{ table: string; names: string }>(
    `SELECT c.relname AS table, string_agg(quote_ident(a.attname), ', ') AS names
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      GROUP BY c.relname`,
  )
).rows) {
  columns.set(table, names)
}

/** A statement that inserts a copy of the other tenant's rows; the system reads them beforehand. */
async function insertOfOther(table: string): Promise<string> {
  const { rows } = await run({ scope: 'system' }, `SELECT to_jsonb(t) AS row FROM "${table}" t`)
  const copies = (rows as { row: object }[]).map(({ row }) => row).filter((row) => isOther(row))
  expect(copies.length, `${table} has no row of the other tenant`).toBeGreaterThan(0)
  return insertOf(table, copies[0] ?? {})
}
const insertOf = (table: string, row: object): string =>
  `INSERT INTO "${table}" (${columns.get(table) ?? ''})
   SELECT ${columns.get(table) ?? ''} FROM jsonb_populate_record(NULL::"${table}", ${pg.escapeLiteral(JSON.stringify(row))})`
const isOther = (row: object) => JSON.stringify(row).includes('other-')

const rowsOf = async (scope: Scope, table: string): Promise<object[]> =>
  (await run(scope, `SELECT * FROM "${table}"`)).rows as object[]
const condition = (table: string, tenant: string) => `to_jsonb("${table}")::text LIKE '%"${tenant}-%'`
const update = (table: string, tenant: string, set = keep(table)) =>
  `UPDATE "${table}" SET ${set} WHERE ${condition(table, tenant)}`
const keep = (table: string) => {
  const [first = ''] = (columns.get(table) ?? '').split(', ')
  return `${first} = ${first}`
}
const remove = (table: string, tenant: string) => `DELETE FROM "${table}" WHERE ${condition(table, tenant)}`

describe('every table', () => {
  it('is one that somebody has decided on', () => {
    expect([...columns.keys()].toSorted()).toEqual(Object.keys(TABLES).toSorted())
    expect(Object.keys(TABLES)).toEqual(expect.arrayContaining(Object.keys(Prisma.ModelName)))
  })

  it('has row-level security that binds its owner too, and a policy, unless it says why not', async () => {
    const { rows } = await client.query<{ table: string; secured: boolean; policies: number }>(
      `SELECT relname AS table, relrowsecurity AND relforcerowsecurity AS secured,
              (SELECT count(*)::int FROM pg_policy WHERE polrelid = c.oid AND polpermissive) AS policies
         FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    )
    for (const { table, secured, policies } of rows) {
      if (typeof TABLES[table] === 'object') continue
      expect({ table, secured, hasPolicy: policies > 0 }).toEqual({ table, secured: true, hasPolicy: true })
    }
  })

  it('is reached by a role that row-level security binds', async () => {
    const { rows } = await client.query(
      'SELECT rolsuper OR rolbypassrls AS exempt FROM pg_roles WHERE rolname = current_user',
    )
    expect(rows).toEqual([{ exempt: false }])
  })

  it('that is not a table shows no more: there are no views or functions that see as somebody else', async () => {
    const { rows: views } = await client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm', 'f')`,
    )
    const { rows: functions } = await client.query(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`,
    )
    expect([...views, ...functions]).toEqual([])
  })
})

describe.each(TENANT_TABLES)('%s', (table) => {
  it('shows and gives nothing to a transaction that says nothing of itself', async () => {
    expect(await rowsOf(NONE, table)).toEqual([])
    expect(await touched(NONE, update(table, 'mine'))).toBe(0)
    expect(await touched(NONE, remove(table, 'mine'))).toBe(0)
    expect(await touched(NONE, await insertOfOther(table))).toBe(0)
  })

  it('shows a company its own rows, and all of them', async () => {
    const rows = await rowsOf(MINE, table)
    expect(rows.filter(isOther)).toEqual([])
    const all = await rowsOf(ALL, table)
    expect(all.some(isOther)).toBe(true)
    expect(rows.length).toBeGreaterThan(0)
    const own = (row: object) => JSON.stringify(row).includes('mine-')
    expect(rows.filter(own)).toEqual(all.filter(own))
  })

  it("takes no write of a company's to another's rows, nor one that would make its own another's", async () => {
    expect(await touched(MINE, update(table, 'other'))).toBe(0)
    expect(await touched(MINE, remove(table, 'other'))).toBe(0)
    expect(await touched(MINE, await insertOfOther(table))).toBe(0)
    expect(await touched(MINE, update(table, 'mine', moveOf(table)))).toBe(0)
  })
})

describe.each(SYSTEM_TABLES)('%s', (table) => {
  it.each([
    ['nobody', NONE],
    ['a company', MINE],
    ['an admin', ALL],
  ])('is not there for %s', async (_who, scope) => {
    expect((await rowsOf({ scope: 'system' }, table)).length).toBeGreaterThan(0)
    expect(await rowsOf(scope, table)).toEqual([])
    expect(await touched(scope, `UPDATE "${table}" SET ${keep(table)}`)).toBe(0)
    expect(await touched(scope, `DELETE FROM "${table}"`)).toBe(0)
    expect(await touched(scope, await insertOfOther(table))).toBe(0)
  })
})

const policies = (
  await client.query<{ policy: string; table: string }>(
    `SELECT polname AS policy, relname AS table FROM pg_policy JOIN pg_class c ON c.oid = polrelid
      WHERE relnamespace = 'public'::regnamespace AND polpermissive AND polcmd IN ('*', 'r') ORDER BY 2, 1`,
  )
).rows

describe.each(policies)('the policy $policy of $table', ({ table }) => {
  it('shows nothing once its setting is taken away', async () => {
    const scope = TABLES[table] === 'system' ? { scope: 'system' } : MINE
    const count = `SELECT count(*)::int AS n FROM "${table}"`
    const seen = async (...statements: string[]): Promise<unknown> =>
      (await run(scope, ...statements, count)).rows[0]
    expect(await seen()).not.toEqual({ n: 0 })
    for (const setting of ['intake.scope', ...(scope === MINE ? ['intake.company'] : [])]) {
      for (const gone of [`SELECT set_config('${setting}', '', true)`, `RESET ${setting}`]) {
        expect(await seen(gone), gone).toEqual({ n: 0 })
      }
    }
  })
})

describe('within its own company', () => {
  const own = (table: string, changes: object) =>
    run(
      { scope: 'system' },
      `SELECT to_jsonb(t) AS row FROM "${table}" t WHERE to_jsonb(t)::text LIKE '%"mine-%'`,
    ).then(({ rows }) => insertOf(table, { ...(rows as { row: object }[])[0]?.row, ...changes }))

  it.each([
    ['User', `UPDATE "User" SET "name" = 'x' WHERE "id" = 'mine-user'`, 1],
    ['Team', `DELETE FROM "Team" WHERE "id" = 'mine-team'`, 1],
    ['its own file', `DELETE FROM "Document" WHERE "id" = 'mine-own-file'`, 1],
    ['a login session', `DELETE FROM "LoginSession" WHERE "id" = 'mine-login'`, 1],
    ['a submission', `UPDATE "FormSubmission" SET "pdfState" = 'failed' WHERE "id" = 'mine-form'`, 1],
    [
      'a login session prolonged',
      `UPDATE "LoginSession" SET "expiresAt" = now() WHERE "id" = 'mine-login'`,
      0,
    ],
    ['an application', `UPDATE "FormSession" SET "draft" = NULL WHERE "id" = 'mine-form'`, 0],
    ['an application', `DELETE FROM "FormSession" WHERE "id" = 'mine-form'`, 0],
    ['a submission', `DELETE FROM "FormSubmission" WHERE "id" = 'mine-form'`, 0],
    ["an applicant's file", `DELETE FROM "Document" WHERE "id" = 'mine-form-file'`, 0],
    ["an applicant's file", `UPDATE "Document" SET "fileSize" = 2 WHERE "id" = 'mine-form-file'`, 0],
    [
      'its own file moved',
      `UPDATE "Document" SET "formSessionId" = 'mine-form' WHERE "id" = 'mine-own-file'`,
      0,
    ],
    ['a role that makes admins', `UPDATE "Role" SET "userType" = 'admin' WHERE "id" = 'mine-role'`, 0],
    ['a role of the house', `UPDATE "Role" SET "permissions" = '{}' WHERE "id" = 'house-role'`, 0],
    ['a role of the house', `DELETE FROM "Role" WHERE "id" = 'house-role'`, 0],
    ['a role of its own for the house', `UPDATE "Role" SET "companyId" = NULL WHERE "id" = 'mine-role'`, 0],
    ["another company's leader", `UPDATE "Team" SET "leaderId" = 'other-user' WHERE "id" = 'mine-team'`, 0],
    ["another company's role", `UPDATE "User" SET "roleId" = 'other-role' WHERE "id" = 'mine-user'`, 0],
    [
      'a role of the house for a user',
      `UPDATE "User" SET "roleId" = 'house-role' WHERE "id" = 'mine-user'`,
      1,
    ],
    ['a super admin', `UPDATE "User" SET "isAdmin" = true WHERE "id" = 'mine-user'`, 0],
  ])('somebody writes %s only where the services have to: %s', async (_what, statement, expected) => {
    expect(await touched(MINE, statement)).toBe(expected)
  })

  it.each([
    ['Team', { id: 'mine-team-2' }, 1],
    ['Role', { id: 'mine-role-2' }, 1],
    ['Document', { id: 'mine-file-2', storedAs: 'mine-c', formSessionId: null }, 1],
    ['Document', { id: 'mine-file-2', storedAs: 'mine-c', formSessionId: 'other-form' }, 0],
    ['LoginSession', { id: 'forged' }, 0],
    ['FormSession', { id: 'mine-form-2' }, 0],
    ['FormSubmission', { id: 'mine-form-2' }, 0],
    ['Company', {}, 0],
    ['Role', { id: 'mine-role-2', userType: 'admin' }, 0],
    ['User', { id: 'mine-user-2', emailKey: 'c@x', isAdmin: true }, 0],
    ['TeamMember', { userId: 'other-user' }, 0],
    ['GeneratedLink', { id: 'mine-link-2', slug: 'mine-2' }, 1],
    ['GeneratedLink', { id: 'mine-link-2', slug: 'mine-2', userId: 'other-user' }, 0],
    ['Team', { id: 'mine-team-2', leaderId: 'other-user' }, 0],
    ['User', { id: 'mine-user-2', emailKey: 'c@x', roleId: 'house-role' }, 1],
    ['User', { id: 'mine-user-2', emailKey: 'c@x', roleId: 'other-role' }, 0],
  ])('somebody adds a %s only where the services have to: %j', async (table, changes, expected) => {
    expect(await touched(MINE, await own(table, changes))).toBe(expected)
  })

  it('nobody makes a super admin, admins neither', async () => {
    for (const isAdmin of [true, false]) {
      const [id, before] = isAdmin ? ['mine-user', false] : ['house-admin', true]
      const statement = `UPDATE "User" SET "isAdmin" = ${isAdmin} WHERE "id" = '${id}' AND "isAdmin" = ${before}`
      expect(await touched(ALL, statement)).toBe(0)
      expect(await touched({ scope: 'system' }, statement)).toBe(1)
    }
  })
})

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
    companyId: 'mine-company',
    sessionId: 'mine-login',
    otp: false,
    otpRequired: false,
    passwordChangeRequired: false,
    confirmedAt: new Date(),
  }
  const textOf = (value: unknown): string =>
    JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

  it('is answered the own rows alone, through relations too', async () => {
    // A team of the own company that another company's people have come into, and a lead who is an admin.
    await asSystem(db, 'test', async (system) => {
      await system.teamMember.create({ data: { teamId: 'mine-team', userId: 'other-user' } })
      await system.teamMember.create({ data: { teamId: 'other-team', userId: 'mine-user' } })
      await system.generatedLink.update({ where: { id: 'mine-link' }, data: { userId: 'other-user' } })
      await system.formSubmission.update({
        where: { id: 'mine-form' },
        data: { submittedById: 'house-admin' },
      })
    })
    const found = await withActor(db, caller, async (tx) => [
      await tx.formSubmission.findMany({
        include: {
          company: {
            include: { users: true, lead: true, roles: true, teams: true, links: true, documents: true },
          },
          link: { include: { user: { include: { loginSessions: true } }, formSessions: true } },
          submitter: true,
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
    expect(found[0]).toMatchObject([{ link: { user: null }, submitter: null }])
    expect(found[1]).toMatchObject([{ otp: null, passwordResets: [] }])
  })

  it.each([...TENANT_TABLES, ...SYSTEM_TABLES])('is answered so in raw SQL of %s too', async (table) => {
    const rows = await withActor(
      db,
      caller,
      (tx) => tx.$queryRaw<object[]>`SELECT to_jsonb(t) AS row FROM ${Prisma.raw(`"${table}"`)} t`,
    )
    expect(textOf(rows).replaceAll(/"(userId|submittedById)": ?"other-user"/g, '')).not.toContain('other-')
    expect(rows.length > 0).toBe(TABLES[table] === 'tenant')
  })

  it('for somebody without a company is answered nothing, whatever strings they hold', async () => {
    for (const table of [...TENANT_TABLES, ...SYSTEM_TABLES]) {
      const rows = await withActor(
        db,
        { ...caller, companyId: null },
        (tx) => tx.$queryRaw<object[]>`SELECT 1 FROM ${Prisma.raw(`"${table}"`)}`,
      )
      expect(rows, table).toEqual([])
    }
  })

  it('leaves no setting behind on its connection', async () => {
    await withActor(db, caller, (tx) => tx.user.count())
    const counts = await Promise.all(Array.from({ length: 5 }, () => db.tenant.user.count()))
    expect(counts).toEqual([0, 0, 0, 0, 0])
  })
})

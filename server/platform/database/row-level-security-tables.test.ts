import { describe, expect, it } from 'vitest'
import { Prisma } from '../../generated/client.ts'
import {
  type Scope,
  TABLES,
  TENANT_TABLES,
  MINE,
  ALL,
  SYSTEM_TABLES,
  startRowLevelSecurityTests,
} from './row-level-security.fixture.ts'

const { client, run, touched, columns, insertOf } = await startRowLevelSecurityTests()

/** How a row of a tenant's would become the other's, by table. */
const MOVES: Record<string, string> = {
  Company: `"id" = 'other-company-2'`,
  TeamMember: `"userId" = 'other-user'`,
  LoginSession: `"userId" = 'other-user'`,
}
const moveOf = (table: string) => MOVES[table] ?? `"companyId" = 'other-company'`
const NONE: Scope = {}

/** A statement that inserts a copy of the other tenant's rows; the system reads them beforehand. */
async function insertOfOther(table: string): Promise<string> {
  const { rows } = await run({ scope: 'system' }, `SELECT to_jsonb(t) AS row FROM "${table}" t`)
  const copies = (rows as { row: object }[]).map(({ row }) => row).filter((row) => isOther(row))
  expect(copies.length, `${table} has no row of the other tenant`).toBeGreaterThan(0)
  return insertOf(table, copies[0] ?? {})
}
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
    // Sums over all companies name a company's link, too.
    const own = (row: object) =>
      /mine-/.test(JSON.stringify(row)) && !/"companyId":null/.test(JSON.stringify(row))
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

import { describe, expect, it } from 'vitest'
import { Prisma } from '../../generated/client.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openPools, type Database } from './db.ts'
import { toDatabaseError, hasSqlState } from './database-error.ts'

const { db } = await testDatabase()

const refused = (code: string) =>
  toDatabaseError(new Prisma.PrismaClientKnownRequestError('refused', { code, clientVersion: '' }))?.code

it('tells what went away, what is referred to and what is not there from a fault of ours', () => {
  expect(['P2025', 'P2003', 'P2024', 'P2034', 'P2011'].map(refused)).toEqual([
    'not_found',
    'conflict',
    'unavailable',
    'unavailable',
    undefined,
  ])
})

/** What a piece of work ends with, by each way to the database that there is. */
const WAYS: [way: string, run: (db: Database, sql: string) => Promise<unknown>][] = [
  ['a raw statement', (on, sql) => on.system('test').write((client) => client.$queryRawUnsafe(sql))],
  [
    'a raw statement in a transaction',
    (on, sql) => on.system('test').write((tx) => tx.$executeRawUnsafe(sql)),
  ],
  [
    'what follows in a transaction',
    (on, sql) =>
      on.system('test').write(async (tx) => {
        await tx.$executeRawUnsafe(sql).catch(() => null)
        await tx.company.count()
      }),
  ],
  ["pg's own", (on, sql) => on.system('test').query(sql, Prisma.raw(sql))],
]
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => toDatabaseError(error),
  )
const AWAY = { code: 'unavailable', status: 503, retryAfter: 5 }

it.each(WAYS.filter(([way]) => !way.startsWith('what')))(
  "knows PostgreSQL's own reason by %s",
  async (_way, run) => {
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '55P03'; END $$`
    const error: unknown = await run(db, raise).catch((thrown: unknown) => thrown)
    expect([hasSqlState(error, '55P03'), hasSqlState(error, '40P01')]).toEqual([true, false])
    const circle: unknown = await run(db, raise.replace('55P03', '40P01')).catch((thrown: unknown) => thrown)
    expect(hasSqlState(circle, '55P03', '40P01')).toBe(true)
    expect(toDatabaseError(circle)).toMatchObject(AWAY)
  },
)

describe.each(WAYS)('by %s', (_way, run) => {
  it('a connection that is cut half way is a 503 that says when to come again', async () => {
    expect(await outcome(run(db, 'SELECT pg_terminate_backend(pg_backend_pid())'))).toMatchObject(AWAY)
  })

  it('a server that is not there is one too', async () => {
    const dead = openPools('postgresql://intake:x@127.0.0.1:9/none', { max: 1 })
    expect(await outcome(run(dead, 'SELECT 1'))).toMatchObject(AWAY)
    await dead.close()
  })
})

describe.each(['40001', '40P01', '53100', '53300', '57P01', '57P02', '57P03', '08006'])(
  'SQLSTATE %s',
  (state) => {
    const raise = `RAISE EXCEPTION 'quoting 123-45-6789' USING ERRCODE = '${state}'`

    it('is a 503 in a statement of ours and in one that Prisma makes', async () => {
      const ours = db
        .system('test')
        .write((client) => client.$executeRawUnsafe(`DO $$ BEGIN ${raise}; END $$`))
      expect(await outcome(ours)).toMatchObject(AWAY)
      await db.system('test').write(async (client) => {
        await client.$executeRawUnsafe(
          `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${raise}; END $$`,
        )
        await client.$executeRawUnsafe(
          'CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON "Company" EXECUTE FUNCTION refuse()',
        )
      })
      const made = db
        .system('test')
        .write((client) => client.company.create({ data: { nameIn: 'x', nameOut: 'x' } }))
      expect(await outcome(made)).toMatchObject(AWAY)
    })
  },
)

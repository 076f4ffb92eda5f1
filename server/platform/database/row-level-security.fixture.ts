import pg from 'pg'
import { afterAll } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { fillTenant } from './two-tenants.fixture.ts'

/** A table's rows: 'tenant' belong to a company, 'system' are hidden from callers; else the reason for having no policy. */
export const TABLES: Record<string, 'tenant' | 'system' | { reason: string }> = {
  ApiKey: 'tenant',
  AuditEntry: 'tenant',
  BulkJob: 'tenant',
  BulkRow: 'tenant',
  Company: 'tenant',
  Document: 'tenant',
  Event: 'tenant',
  FormSession: 'tenant',
  FormSubmission: 'tenant',
  Funder: 'tenant',
  Funding: 'tenant',
  GeneratedLink: 'tenant',
  LoginSession: 'tenant',
  Notice: 'tenant',
  Offer: 'tenant',
  Package: 'tenant',
  PackageCopy: 'tenant',
  PayeeKind: 'tenant',
  Role: 'tenant',
  SavedView: 'tenant',
  StatementReading: 'tenant',
  SubmissionAddition: 'tenant',
  SubmissionChange: 'tenant',
  SubmissionDesk: 'tenant',
  SubmissionFigure: 'tenant',
  SubmissionNote: 'tenant',
  SubmissionPresence: 'tenant',
  SubmissionRequest: 'tenant',
  SubmissionSearch: 'tenant',
  Task: 'tenant',
  Team: 'tenant',
  TeamMember: 'tenant',
  User: 'tenant',
  Webhook: 'tenant',
  WebhookDelivery: 'tenant',
  ApplicantLink: 'system',
  AuditKey: 'system',
  AuditSeal: 'system',
  IdempotentCall: 'system',
  Installation: 'system',
  KeyCheck: 'system',
  KnownDevice: 'system',
  OAuthRecord: 'system',
  PasswordReset: 'system',
  Registration: 'system',
  RetiredKey: 'system',
  SealCertificate: 'system',
  SealedFile: 'system',
  SignInAttempt: 'system',
  ThrottleBucket: 'system',
  UploadUse: 'system',
  UserOtp: 'system',
  _prisma_migrations: { reason: "Prisma's own record of what was applied; it tells of nobody" },
}
export const named = (kind: string) => Object.keys(TABLES).filter((table) => TABLES[table] === kind)
export const [TENANT_TABLES, SYSTEM_TABLES] = [named('tenant'), named('system')]
export type Scope = { scope?: string; company?: string }
export const MINE: Scope = { scope: 'company', company: 'mine-company' }
export const ALL: Scope = { scope: 'all', company: '' }

export async function startRowLevelSecurityTests() {
  const { db, url } = await testDatabase()
  await fillTenant(db, 'mine')
  await fillTenant(db, 'other')
  await db.system('test').write(async (client) => {
    await client.$executeRaw`SELECT intake_sum_changes()`
    await client.submissionDesk.updateMany({ data: { amountRequested: 1 } })
    await client.role.create({ data: { id: 'house-role', name: 'User' } })
    await client.role.create({ data: { id: 'house-admins', name: 'Admin', userType: 'admin' } })
    await client.user.create({
      data: {
        id: 'house-admin',
        name: 'Ann',
        email: 'a@x',
        emailKey: 'a@x',
        passwordHash: '',
        isAdmin: true,
      },
    })
  })

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  afterAll(() => client.end())

  /** Runs statements in a transaction of the given scope and takes it back; the last one's answer. */
  async function run({ scope, company }: Scope, ...statements: string[]): Promise<pg.QueryResult> {
    await client.query('BEGIN')
    try {
      // SubmissionSearch shows rows whose names are like it.
      await client.query(`SELECT set_config('intake.pattern', '%', true)`)
      if (scope !== undefined) await client.query(`SELECT set_config('intake.scope', $1, true)`, [scope])
      if (company !== undefined)
        await client.query(`SELECT set_config('intake.company', $1, true)`, [company])
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
  const insertOf = (table: string, row: object): string =>
    `INSERT INTO "${table}" (${columns.get(table) ?? ''})
   SELECT ${columns.get(table) ?? ''} FROM jsonb_populate_record(NULL::"${table}", ${pg.escapeLiteral(JSON.stringify(row))})`

  return { db, client, run, touched, columns, insertOf }
}

import { z } from 'zod'
import { findStatus, parseStatuses } from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { PDF_FAILURES } from '#domain/pdf-failure'
import { isOpen, SUBMISSION_STATUSES, type SubmissionStatus } from '#domain/submission-status'
import { Prisma, type SubmissionDesk } from '../../generated/client.ts'
import type { Actor } from '../../auth/actor.ts'
import type { ColumnType } from '../../platform/database/keyset.ts'
import { EXAMPLE } from '../../trpc/example.ts'
import { id, text, TIMES } from '../../trpc/inputs.ts'
import { answers, ANSWERS_EXAMPLE } from '../answers.schema.ts'

/** A row of the read model, with the names that it refers to. */
export type Listed = Omit<SubmissionDesk, 'ownerHashes'> &
  Record<'merchant' | 'nameOut' | 'timeZone' | 'slug' | 'linkName' | 'linkLabel', string> & {
    statusOrder: number
    teamName: string | null
    deskSettings: unknown
  }

/** Of other tables, as SQL. */
export const NAMES = {
  nameOut: Prisma.sql`c."nameOut"`,
  linkLabel: Prisma.sql`coalesce(nullif(l."name", ''), l."slug")`,
}

/** `name`: by which the column sorts */
export type Sort = { column: keyof Listed; type: ColumnType; isNullable?: boolean; name?: keyof typeof NAMES }
/** A condition on rows named `s`. */
export type Filter = { schema: z.ZodType; isMet: (value: unknown, actor: Actor) => Prisma.Sql }

export type Column = {
  /** what a listed row has of it */
  show?: { type: z.ZodType; example: unknown; read: (row: Listed) => unknown }
  sort?: Sort
  filters?: Record<string, Filter>
  /** begins the names of the two filters by this number, `…From` and `…To` */
  range?: string
  /** the same by this time, in days of the row's company */
  days?: string
}

type Wire<T> = T extends Date ? string : T

type Shown<T extends z.ZodType> = { type: T; example: z.input<T>; read: (row: Listed) => unknown }

function shown<T extends z.ZodType, More extends Column = object>(
  type: T,
  example: z.input<T>,
  read: (row: Listed) => z.input<T>,
  more?: More,
): { show: Shown<T> } & More
function shown(type: z.ZodType, example: unknown, read: (row: Listed) => unknown, more: Column = {}): Column {
  return { show: { type, example, read }, ...more }
}

function stored<K extends keyof Listed, T extends z.ZodType<Wire<Listed[K]>>, More extends Column = object>(
  column: K,
  type: T,
  example: z.input<T>,
  more?: More,
): { show: Shown<T> } & More
function stored(column: keyof Listed, type: z.ZodType, example: unknown, more: Column = {}): Column {
  const read = ({ [column]: value }: Listed) => (value instanceof Date ? value.toISOString() : value)
  return { show: { type, example, read }, ...more }
}

const by = (column: keyof Listed, type: ColumnType = 'text', more: Partial<Sort> = {}): Sort => ({
  column,
  type,
  ...more,
})

const told = <T extends z.ZodType>(type: T, description: string): T => type.meta({ description })
const when = <T extends z.ZodType>(schema: T, isMet: (value: z.output<T>, actor: Actor) => Prisma.Sql) => ({
  schema,
  isMet: (value: unknown, actor: Actor) => isMet(schema.parse(value), actor),
})
const equals = (column: keyof Listed, description: string) =>
  when(told(id, description), (value) => Prisma.sql`${Prisma.raw(`s."${column}"`)} = ${value}::text`)
const among = (statuses: readonly SubmissionStatus[]) =>
  Prisma.sql`s."statusOrder" = ANY(${statuses.map((each) => SUBMISSION_STATUSES.indexOf(each))}::smallint[])`

/** Written out as in the partial indexes, which PostgreSQL otherwise doesn't use: the open statuses are the first. */
export const IS_OPEN = Prisma.raw(`s."statusOrder" < ${SUBMISSION_STATUSES.filter(isOpen).length}`)

const toStatusName = (row: Listed) => findStatus({ statuses: parseStatuses(row.deskSettings) }, row).name
const toOwner = ({ ownerId, ownerName }: Listed) =>
  ownerId === null ? null : { id: ownerId, name: ownerName }
const toTeam = ({ teamId, teamName }: Listed) =>
  teamId === null || teamName === null ? null : { id: teamId, name: teamName }
/** An early release left amounts and states out of some rows. */
const toAnswers = ({ legalName, dbaName, state, advanceAmount, sales }: Listed) => ({
  legalName,
  dbaName,
  ...(advanceAmount !== null && { state, advanceAmount, sales: sales ?? '' }),
})

const named = z.object({ id: z.string(), name: z.string() }).nullable()
export const shownLink = z.object({ id: z.string(), slug: z.string(), name: z.string() })
export const toLink = ({ linkId, slug, linkName }: Listed) => ({ id: linkId, slug, name: linkName })
const status = z.enum(SUBMISSION_STATUSES)
const dollars = z.number().nullable().meta({ description: 'US dollars; null if the answer is no amount' })
const ofStatements = 'Of the latest months whose bank statements are read; null if none is'
const average = told(z.number().nullable(), ofStatements)
const counted = told(z.number().int().nullable(), ofStatements)
const days = z.number().int().min(0).max(LIMITS.retentionDays.max)
const isAwaited = ({ awaitsSignatureUntil: until }: Listed) => until !== null && until > new Date()
const externalId = told(text(LIMITS.externalIdLength).min(1), 'As your own system names it')
const isNamed = (value: string) => Prisma.sql`s."id" = ANY(ARRAY(SELECT named."id" FROM "FormSession" named
  WHERE named."externalId" = ${value}::text AND named."submittedAt" IS NOT NULL))`
/** Only the few rows on hold have an index. */
const HELD = Prisma.sql`SELECT held."id" FROM "SubmissionDesk" held WHERE held."legalHoldAt" IS NOT NULL`

/**
 * Each column of the list, once: schema, example and value in a row, sorts, filters and cursors follow from it. A column that
 * sorts has an index of it, `createdAt`, `id` and `companyId`, in this order.
 */
export const COLUMNS = {
  id: stored('id', z.string(), EXAMPLE.submission.id, { sort: by('id') }),
  status: stored('status', status, 'in_review', {
    sort: by('statusOrder', 'integer'),
    filters: {
      status: when(
        told(z.union([status, z.array(status).max(SUBMISSION_STATUSES.length)]), 'One status, or several'),
        (value) => among([value].flat()),
      ),
    },
  }),
  statusKey: stored(
    'statusKey',
    told(z.string(), "The company's own status, which belongs to `status`"),
    'in_review',
    { filters: { statusKey: equals('statusKey', "A key of the company's statuses") } },
  ),
  statusName: shown(z.string(), 'In review', toStatusName),
  statusAt: stored('statusAt', z.string(), EXAMPLE.time, {
    sort: by('statusAt', 'time'),
    filters: {
      openDays: when(
        told(days, 'Open, and in the present status for so many days'),
        (value) => Prisma.sql`${IS_OPEN} AND s."statusAt" <= now() - ${value}::int * interval '1 day'`,
      ),
    },
  }),
  reason: stored(
    'reason',
    told(z.string().nullable(), 'Why declined or withdrawn: a key of the company'),
    null,
  ),
  owner: shown(named, { id: EXAMPLE.user.id, name: EXAMPLE.user.name }, toOwner, {
    sort: by('ownerName'),
    filters: {
      ownerId: when(told(id, "A user's id, me or none"), (owner, { userId }) =>
        owner === 'none'
          ? Prisma.sql`s."ownerId" IS NULL`
          : Prisma.sql`s."ownerId" = ${owner === 'me' ? userId : owner}::text`,
      ),
    },
  }),
  team: shown(named, null, toTeam, { filters: { teamId: equals('teamId', "A team's id") } }),
  amountRequested: stored('amountRequested', dollars, 60_000, {
    sort: by('amountRequested', 'amount', { isNullable: true }),
    range: 'amount' as const,
  }),
  monthlySales: stored('monthlySales', dollars, 85_000, {
    sort: by('monthlySales', 'amount', { isNullable: true }),
    range: 'sales' as const,
  }),
  trueRevenue: stored('trueRevenue', average, 53_104.55, {
    sort: by('trueRevenue', 'amount', { isNullable: true }),
    range: 'trueRevenue' as const,
  }),
  averageDailyBalance: stored('averageDailyBalance', average, 8423.1, {
    sort: by('averageDailyBalance', 'amount', { isNullable: true }),
    range: 'averageDailyBalance' as const,
  }),
  nsfCount: stored('nsfCount', counted, 2, {
    sort: by('nsfCount', 'integer', { isNullable: true }),
    range: 'nsfCount' as const,
  }),
  positionCount: stored('positionCount', counted, 1, {
    sort: by('positionCount', 'integer', { isNullable: true }),
    range: 'positionCount' as const,
  }),
  documentCount: stored('documentCount', z.number().int(), 2, { sort: by('documentCount', 'integer') }),
  statementMonths: stored('statementMonths', z.array(z.string()), ['2026-09', '2026-10']),
  undatedStatements: stored(
    'undatedStatements',
    told(z.number().int(), 'Bank statements whose month is not known'),
    0,
  ),
  link: shown(shownLink, { ...EXAMPLE.link, name: '' }, toLink, {
    sort: by('linkId', 'text', { name: 'linkLabel' }),
    filters: { linkId: equals('linkId', "A link's id") },
  }),
  updatedAt: stored('updatedAt', z.string(), EXAMPLE.time, {
    sort: by('updatedAt', 'time'),
    filters: {
      updatedSince: when(
        told(TIMES.updatedSince.unwrap(), 'Changed since this time'),
        (time) => Prisma.sql`s."updatedAt" >= to_timestamp(${Date.parse(time) / 1000}::float8)`,
      ),
    },
  }),
  company: shown(
    z.object({ id: z.string(), nameOut: z.string() }),
    { id: EXAMPLE.company.id, nameOut: EXAMPLE.company.nameOut },
    ({ companyId, nameOut }) => ({ id: companyId, nameOut }),
    {
      sort: by('companyId', 'text', { name: 'nameOut' }),
      filters: { companyId: equals('companyId', "A company's id") },
    },
  ),
  user: shown(
    z.object({ name: z.string() }),
    { name: EXAMPLE.user.name },
    (row) => ({ name: row.submittedBy }),
    { sort: by('submittedBy') },
  ),
  /** JSON of the answers in clear: legalName, dbaName, state, advanceAmount and sales. */
  formData: shown(z.string(), JSON.stringify(ANSWERS_EXAMPLE), (row) => JSON.stringify(toAnswers(row))),
  answers: shown(told(answers.nullable(), 'The same as `formData`'), ANSWERS_EXAMPLE, toAnswers),
  timeZone: stored('timeZone', z.string(), EXAMPLE.timeZone),
  createdAt: stored('createdAt', z.string(), EXAMPLE.time, {
    sort: by('createdAt', 'time'),
    days: 'created' as const,
  }),
  pdfPath: shown(z.string().nullable(), `/pdf/${EXAMPLE.submission.id}`, (row) =>
    row.pdfState === 'ready' ? `/pdf/${row.id}` : null,
  ),
  pdfState: stored('pdfState', z.enum(['pending', 'ready', 'failed']), 'ready'),
  pdfFailure: stored('pdfFailure', z.enum(PDF_FAILURES).nullable(), null),
  onHold: shown(z.boolean(), false, (row) => row.legalHoldAt !== null, {
    filters: {
      onHold: when(told(z.boolean(), 'On legal hold, or not'), (onHold) =>
        onHold ? Prisma.sql`s."legalHoldAt" IS NOT NULL` : Prisma.sql`NOT s."id" = ANY(ARRAY(${HELD}))`,
      ),
    },
  }),
  externalId: stored('externalId', z.string().nullable(), EXAMPLE.externalId, {
    filters: { externalId: when(externalId, isNamed) },
  }),
  awaitsSignature: shown(z.boolean(), false, isAwaited),
  lacksSignature: stored('lacksSignature', told(z.boolean(), 'Sent by key; signer 1 is missing'), false),
  merchant: { sort: by('merchant') },
  state: { sort: by('state'), filters: { state: equals('state', 'A US state by its two letters') } },
  decidedAt: { days: 'decided' as const },
  fundedAt: { days: 'funded' as const },
} satisfies Record<string, Column>

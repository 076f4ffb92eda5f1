import { z } from 'zod'
import { getOwn } from '#domain/get-own'
import { isRecord } from '#domain/json'
import type { auditMessages } from '#domain/messages/panel-audit'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Snapshot } from '../events/audit/record-change.ts'
import type { Prisma, PrismaClient } from '../generated/client.ts'
import type { Days } from '../platform/database/list-query.ts'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, egText, entity, EXAMPLE } from '../trpc/example.ts'
import { externalIdInput, metadataInput } from '../trpc/inputs.ts'

type Model = Prisma.ModelName
type Scalars<M extends Model> = Prisma.TypeMap['model'][M]['payload']['scalars']
type SelectOf<M extends Model> = NonNullable<
  Prisma.TypeMap['model'][M]['operations']['findUniqueOrThrow']['args']['select']
>
type Found<M extends Model, S> = Prisma.Result<
  PrismaClient[Uncapitalize<M>],
  { select: S },
  'findUniqueOrThrow'
>
type Json = Snapshot[string]
type Arguments<Row, Context> = object extends Context ? [row: Row] : [row: Row, context: Context]
type Wire<T> = T extends Date ? string : T
type Read<M extends Model, S, Context, T> = (
  row: Found<M, S>,
  context: Context,
) => T extends z.ZodType ? z.input<T> : null

export type Options<I, A> = {
  /** what create and update accept; a column without it is read-only */
  input?: I
  /** `sort` and `search` at once */
  listed?: true | string
  /** true, or the path from a row to the value that sorts */
  sort?: true | string
  /** true, paths from a row to the texts, or conditions */
  search?: true | string[] | ((q: string, days: Days) => object[])
  /** true, or what the audit log shows instead */
  audit?: A
}

/** Its methods are bivariant, so that columns with rows of their own stand in one list. */
type Column<S = object, T = unknown, I = unknown, A = unknown> = {
  select: S
  type: T
  options: Options<I, A>
  read(row: object, context: object): unknown
}
export type Columns = Readonly<Record<string, Column>>

type Simple<T> = { [K in keyof T]: T[K] }
type Selects<C extends Columns> = { [K in keyof C]: (select: C[K]['select']) => void }[keyof C]
type Select<C extends Columns> = Selects<C> extends (select: infer S) => void ? Simple<S> : never
type Given<T> = Extract<T, z.ZodType>
type RecordShape<C extends Columns> = {
  -readonly [K in keyof C as [Given<C[K]['type']>] extends [never] ? never : K]: Given<C[K]['type']>
}
type Inputs<C extends Columns> = {
  -readonly [K in keyof C as [Given<C[K]['options']['input']>] extends [never] ? never : K]: Given<
    C[K]['options']['input']
  >
}
type Optional<S> = { [K in keyof S]: z.ZodOptional<Given<S[K]>> }
type ReadOnly<C extends Columns> = Optional<Omit<RecordShape<C>, keyof Inputs<C> | 'id'>>
type Sent<C extends Columns> = { [K in keyof Inputs<C>]?: z.output<Given<Inputs<C>[K]>> | undefined }
type RowOf<C extends Columns> = z.output<z.ZodObject<RecordShape<C>>>

/** Makes an audited column without a label a type error. */
type Labelled<C extends Columns> = {
  [K in keyof C]: [NonNullable<C[K]['options']['audit']>] extends [never]
    ? unknown
    : K extends keyof typeof auditMessages.fields
      ? unknown
      : { audit: 'has no label in auditMessages.fields' }
}

/** The company of a record; null where it belongs to all. */
export const COMPANY = [
  { company: { select: { id: true, nameOut: true } } },
  eg(z.object({ id: z.string(), nameOut: z.string() }).nullable(), {
    id: EXAMPLE.company.id,
    nameOut: EXAMPLE.company.nameOut,
  }),
  ({ company }: { company: { id: string; nameOut: string } | null }) =>
    company && { id: company.id, nameOut: company.nameOut },
] as const
/** The zone of a record's times: its company's. */
export const TIME_ZONE = [
  { company: { select: { timeZone: true } } },
  egText(EXAMPLE.timeZone),
  ({ company }: { company: { timeZone: string } | null }) => company?.timeZone ?? DEFAULT_TIME_ZONE,
] as const

/** The record's id in another system. */
export const EXTERNAL_ID = [
  { externalId: true },
  eg(z.string().nullable(), EXAMPLE.externalId),
  ({ externalId }: { externalId: string | null }) => externalId,
  { input: externalIdInput(), audit: true },
] as const
const metadata = z.record(z.string(), z.string())
export const METADATA = [
  { metadata: true },
  eg(metadata, EXAMPLE.metadata),
  (row: { metadata: unknown }) => metadata.safeParse(row.metadata).data ?? {},
  { input: metadataInput(), audit: true },
] as const

const toPlain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** @template Context what a record is made of beside its row */
export function columnsOf<M extends Model, Context extends object = object>() {
  /** @param type null for a column that is no part of the record */
  function derived<
    const S extends SelectOf<M>,
    T extends z.ZodType | null,
    I extends z.ZodType | undefined = undefined,
  >(
    select: S,
    type: T,
    read: Read<M, S, Context, T>,
    options: Options<I, (row: Found<M, S>) => Json> & { audit: unknown },
  ): Column<S, T, NoInfer<I>, true>
  function derived<
    const S extends SelectOf<M>,
    T extends z.ZodType | null,
    I extends z.ZodType | undefined = undefined,
    A extends true | undefined = undefined,
  >(
    select: S,
    type: T,
    read: Read<M, S, Context, T>,
    options?: Options<I, A>,
  ): Column<S, T, NoInfer<I>, NoInfer<A>>
  function derived(
    select: object,
    type: unknown,
    read: (row: never, context: never) => unknown,
    options: Options<unknown, unknown> = {},
  ): Column {
    return { select, type, read, options }
  }

  const stored = <
    K extends keyof Scalars<M> & string,
    T extends z.ZodType | null,
    I extends z.ZodType | undefined = undefined,
    A extends true | undefined = undefined,
  >(
    name: K,
    type: T & (T extends z.ZodType ? (Wire<Scalars<M>[K]> extends z.input<T> ? unknown : never) : unknown),
    options: Options<I, A> = {},
  ): Column<Record<K, true>, T, NoInfer<I>, NoInfer<A>> => ({
    select: made<Record<K, true>>([[name, true]]),
    type,
    read: (row) => toPlain(isRecord(row) ? getOwn(row, name) : undefined),
    options,
  })

  const declare = <const C extends Columns>(name: string, columns: C & Labelled<C>) => {
    const list = Object.entries<Column>(columns)
    const recorded = list.filter(([, { type }]) => type !== null)
    const inRecord = recorded.flatMap(([key, { type }]) =>
      type instanceof z.ZodType ? [[key, type] as const] : [],
    )
    const inputs = list.flatMap(([key, { options }]) =>
      options.input instanceof z.ZodType ? [[key, options.input] as const] : [],
    )
    const accepted = new Set(['id', ...inputs.map(([key]) => key)])
    const record = entity(name, made<RecordShape<C>>(inRecord))
    return {
      record,
      one: envelope(record),
      many: listEnvelope(record),
      input: made<Inputs<C>>(inputs),
      /** `input` for an update, which may leave all of it out */
      changes: made<Optional<Inputs<C>>>(inputs.map(([key, type]) => [key, type.optional()])),
      /** What of an update is to be stored: without the id and the keys that are read-only */
      toChanges: (sent: Sent<C>): Sent<C> =>
        made<Sent<C>>(
          inputs.flatMap(([key]) => (Object.hasOwn(sent, key) ? [[key, getOwn(sent, key)]] : [])),
        ),
      /** Keys that an update accepts with the value that they have. */
      readOnly: made<ReadOnly<C>>(
        inRecord.flatMap(([key, type]) => (accepted.has(key) ? [] : [[key, type.optional()]])),
      ),
      select: mergeSelects<C>(columns),
      toRow: (...[row, context]: Arguments<Found<M, Select<C>>, Context>): RowOf<C> =>
        made<RowOf<C>>(recorded.map(([key, { read }]) => [key, read(row, context ?? {})])),
      snapshot: (row: Found<M, Select<C>>): Snapshot =>
        made<Snapshot>(list.flatMap(([key, column]) => toAudited(key, column, row))),
      columns,
    }
  }
  return { derived, stored, declare }
}

export type Stored<E extends { snapshot(row: never): Snapshot }> = Parameters<E['snapshot']>[0]

function toAudited(key: string, { options: { audit }, read }: Column, row: object): [string, unknown][] {
  if (audit === undefined) return []
  return [[key, typeof audit === 'function' ? audit(row) : read(row, {})]]
}

const merge = (one: unknown, other: unknown): unknown =>
  isRecord(one) && isRecord(other)
    ? Object.fromEntries(
        Object.keys({ ...one, ...other }).map((key) => [key, merge(getOwn(one, key), getOwn(other, key))]),
      )
    : (other ?? one)

function mergeSelects<C extends Columns>(columns: C): Select<C>
function mergeSelects(columns: Columns): unknown {
  return Object.values(columns).reduce((all: unknown, { select }) => merge(all, select), {})
}

/** The types of objects that are made of entries cannot be inferred. */
function made<T>(entries: (readonly [string, unknown])[]): T
function made(entries: (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries)
}

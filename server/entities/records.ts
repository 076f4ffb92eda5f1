import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ChangeAction } from '#domain/events'
import { getOwn } from '#domain/get-own'
import type { Actor } from '../auth/actor.ts'
import { orNotFound } from '../errors.ts'
import { recordChange, recordCreations, type Snapshot } from '../events/audit/record-change.ts'
import type { AuditActor } from '../events/record-event.ts'
import type { Prisma } from '../generated/client.ts'
import type { Asked, Page } from '../platform/database/cursor.ts'
import type { Tx } from '../platform/database/db.ts'
import { nest, readKeyedPage, toKeys, type Sort } from '../platform/database/keyset.ts'
import {
  companyIn,
  contains,
  inDays,
  searchWhere,
  timesWhere,
  type SearchedBy,
  type Times,
} from '../platform/database/list-query.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import { tableOf } from '../platform/database/table-of.ts'
import type { Services } from '../services.ts'
import { externalIdFilter, filter, id, paging, sort } from '../trpc/inputs.ts'
import type { Columns, Options } from './declare.ts'

/** A search takes so many at a time: for fewer PostgreSQL looks through all rows in their order, which takes longer. */
const MANY = 2500

type Model = Prisma.ModelName
type Data<M extends Model> = object & Prisma.TypeMap['model'][M]['operations']['update']['args']['data']
/** A company has no `companyId`: its entries in the audit log are its own. */
type Kept = { id: string; companyId?: string | null; updatedAt?: Date }
type Entity<Row, Answer> = {
  columns: Columns
  select: object
  snapshot: (row: Row) => Snapshot
  toRow: (row: Row, services: Services) => Answer
}
type Filter = Times & { q?: string | undefined; columns?: string[] | undefined; id?: string[] | undefined }
type Input = Asked & { sort?: Sort<string> | undefined; filter?: Filter | undefined }
type Reader = Pick<AuditActor, 'actor'>
type OfZones = (timeZones: string[]) => object
type Settings = {
  /** of the fields in the document, where it is not that of the columns */
  order?: string[]
  ofZones?: OfZones
  visibleTo?: (actor: Actor) => object
}

/**
 * What the records of a declared entity have in common.
 * @param equal columns that a filter of the same name compares with an id
 * @param filters the others, by keys of the record
 */
export function recordsOf<
  M extends Model,
  Row extends Kept,
  Answer,
  Equal extends string,
  Shape extends z.ZodRawShape,
>(
  model: M,
  { columns, select, snapshot, toRow }: Entity<Row, Answer>,
  equal: readonly Equal[],
  filters: Shape,
  { order = Object.keys(columns), ofZones = companyIn, visibleTo = () => ({}) }: Settings = {},
) {
  const fields = order.map((name) => {
    const { listed, sort: by = listed, search } = getOwn(columns, name)?.options ?? {}
    return { name, by, search: search ?? (listed === undefined ? undefined : true) }
  })
  const paths = Object.fromEntries(fields.map(({ name, by }) => [name, typeof by === 'string' ? by : name]))
  const searchedBy: SearchedBy<string, object> = Object.fromEntries(
    fields.flatMap(({ name, search }) =>
      search === undefined ? [] : [[name, toSearch(getOwn(paths, name) ?? name, search, ofZones)]],
    ),
  )
  const where = async (tx: Tx, actor: Actor, { filter: asked }: Input, narrowed: object = {}) => ({
    ...(await searchWhere(tx, asked, searchedBy)),
    ...Object.fromEntries(equal.map((name) => [name, getOwn(asked ?? {}, name)])),
    id: { in: asked?.id },
    AND: [await timesWhere(tx, asked, ofZones), visibleTo(actor), narrowed],
  })
  const read = async (tx: Tx, actor: Actor, input: Input, narrowed?: object): Promise<Page<Row>> => {
    const table = tableOf<Row>(tx, model)
    const all = await where(tx, actor, input, narrowed)
    let total: number | undefined
    return readKeyedPage(
      input,
      toKeys(input.sort, paths),
      async ({ beyond, skip, take, orderBy }) => {
        const end = skip + take
        const isWide = Boolean(input.filter?.q) && end < MANY
        // Prisma would read the relations of all rows that are found and sorted.
        const found = await table.findMany({
          ...(isWide ? { take: MANY } : { skip, take }),
          where: { ...all, AND: [...all.AND, beyond] },
          orderBy,
          select: { id: true },
        })
        if (isWide && found.length < MANY) total = found.length
        const ids = (isWide ? found.slice(skip, end) : found).map((row) => row.id)
        const rows = await table.findMany({ where: { id: { in: ids } }, select })
        return ids.flatMap((recordId) => rows.find((row) => row.id === recordId) ?? [])
      },
      async () => total ?? table.count({ where: all }),
      (row) => row,
    )
  }
  const find = async (tx: Tx, actor: Actor, recordId: string): Promise<Row> => {
    const found = { where: { id: recordId, AND: visibleTo(actor) }, select }
    return orNotFound(await tableOf<Row>(tx, model).findFirst(found))
  }
  return {
    listInput: z.strictObject({
      sort: sort(...toNamed(fields.flatMap(({ name, by }) => (by === undefined ? [] : [name])))),
      ...paging,
      filter: filter(toNamed(Object.keys(searchedBy)), { ...toIdFilters(equal), ...filters }),
    }),
    where,
    read,
    async list(
      services: Services,
      { actor }: Reader,
      input: Input,
      narrowed?: object,
    ): Promise<Page<Answer>> {
      const page = await services.db.as(actor).read((tx) => read(tx, actor, input, narrowed))
      return { ...page, rows: page.rows.map((row) => toRow(row, services)) }
    },
    get: (services: Services, { actor }: Reader, { id: recordId }: { id: string }): Promise<Answer> =>
      services.db.as(actor).write(async (tx) => toRow(await find(tx, actor, recordId), services)),
    find,
    async lock(tx: Tx, actor: Actor, recordId: string): Promise<Row> {
      await lockRow(tx, model, recordId)
      return find(tx, actor, recordId)
    },
    /** A record that is saved without a change keeps the time of its last edit. */
    async update(
      tx: Tx,
      before: Row,
      data: Data<M>,
      {
        isEdited = false,
        toCompared = snapshot,
      }: { isEdited?: boolean; toCompared?: (row: Row) => Snapshot } = {},
    ) {
      const write = (written: object) =>
        tableOf<Row>(tx, model).update({ where: { id: before.id }, data: written, select })
      const after = await write(data)
      const { updatedAt } = before
      if (isEdited || updatedAt === undefined) return after
      return isDeepStrictEqual(toCompared(before), toCompared(after)) ? write({ updatedAt }) : after
    },
    /** A record that moves is in the log of both companies. @param changes beside those of the record */
    async record(
      tx: Tx,
      by: AuditActor,
      act: ChangeAction,
      [before, after]: [Row | null, Row | null],
      changes?: Snapshot,
    ): Promise<void> {
      const [was, is] = [before && snapshot(before), after && { ...snapshot(after), ...changes }]
      const objects = [after, before].flatMap((row) => (row ? [toObject(row)] : []))
      for (const object of new Map(objects.map((each) => [each.companyId, each])).values())
        await recordChange(tx, by, act, object, was, is)
    },
    /** The same for many new records at once. */
    async recordCreations(tx: Tx, by: AuditActor, act: ChangeAction, ids: string[]): Promise<void> {
      const rows = await tableOf<Row>(tx, model).findMany({ where: { id: { in: ids } }, select })
      const created = rows.map((row) => ({ ...toObject(row), after: snapshot(row) }))
      await recordCreations(tx, by, act, created)
    },
  }
}

const toObject = ({ id: objectId, companyId = objectId }: Kept) => ({ id: objectId, companyId })

function toIdFilters<Name extends string>(names: readonly Name[]): Record<Name, z.ZodOptional<typeof id>>
function toIdFilters(names: readonly string[]): object {
  return Object.fromEntries(
    names.map((name) => [name, name === 'externalId' ? externalIdFilter : id.optional()]),
  )
}

function toSearch(
  path: string,
  search: NonNullable<Options<unknown, unknown>['search']>,
  ofZones: OfZones,
): SearchedBy<string, object>[string] {
  if (typeof search === 'function') return search
  if (path.endsWith('At')) return (_q, days) => inDays(days, (span) => nest([path], span), ofZones)
  const found = search === true ? [path] : search
  return (q) => found.map((each) => nest(each.split('.'), contains(q)))
}

function toNamed([first, ...others]: string[]): [string, ...string[]] {
  if (first === undefined) throw new Error('a list needs a column to sort and one to search')
  return [first, ...others]
}

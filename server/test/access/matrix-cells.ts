import type { Caller, FreshKind, MatrixWorld, Tenant } from './matrix-world.ts'

/** Whose record is asked for: the caller's company's, another's, or nobody's. */
export const WHICH = ['own', 'foreign', 'missing'] as const
export type Which = (typeof WHICH)[number]

/** The status of a call; for calls about a record that of each `Which`. */
export type Outcome = number | readonly [own: number, foreign: number, missing: number]

/** Another company's record and a missing one get the same answer. */
export const OWN = [200, 404, 404] as const
export const ALL = [200, 200, 404] as const
/** For a record that the body names: the field is refused. */
export const NAMES_OWN = [200, 400, 400] as const
export const NAMES_ALL = [200, 200, 400] as const

/** One call of one caller about one record. */
export type Cell = {
  world: MatrixWorld
  caller: Caller
  which: Which
  /** the caller's company, and the company of the requested record (the caller's own for a missing one) */
  own: Tenant
  asked: Tenant
  /** the kinds of records that were asked for */
  kinds: Set<Kind>
  /** the id of the requested record of this kind; a fresh record where the row writes */
  id: (kind: Kind) => Promise<string>
  /** a fresh record of the caller's company */
  fresh: (kind: FreshKind) => Promise<string>
  /** text that occurs nowhere else */
  unique: string
}

export type Kind =
  FreshKind | 'company' | 'submission' | 'document' | 'ownDocument' | 'slug' | 'logo' | 'auditEntry'

/** Rows that a refused call leaves unchanged and a successful one changes. */
export type Watch = { table: string; column: string; value: string }

export type Sent = {
  /** path parameters */
  params?: Record<string, string>
  /** query parameters; values are sent as JSON */
  query?: Record<string, unknown>
  body?: object
  /** multipart fields that accompany a file */
  upload?: Record<string, string>
  headers?: Record<string, string>
  watch?: Watch
}

export type Row = {
  outcomes: Record<Caller, Outcome>
  send: (cell: Cell) => Sent | Promise<Sent>
  /** needs a signed-in caller; others get 401 with the fixed text */
  guarded: boolean
  /** for a list: the text by which a company's row is recognised in it */
  lists?: (tenant: Tenant) => string
  /** changes the caller's own account, so each call uses a new user */
  changesCaller?: boolean
  /** a successful call may leave the watched rows unchanged */
  changesLittle?: boolean
}

/** A row for signed-in callers; `company` stands for both companies' administrators. */
export const guarded = (
  outcomes: Record<'user' | 'company' | 'custom' | 'admin', Outcome>,
  send: Row['send'],
  more: Pick<Row, 'lists' | 'changesCaller' | 'changesLittle'> = {},
): Row => {
  const { user, company, custom, admin } = outcomes
  const all = { user, companyA: company, companyB: company, custom, admin }
  return { outcomes: { anonymous: 401, revoked: 401, ...all }, send, guarded: true, ...more }
}

/** A row that ignores the token, an ended one included. */
export const open = (
  all: Outcome,
  send: Row['send'] = () => ({}),
  more: Pick<Row, 'changesLittle'> = {},
): Row => {
  const signedIn = { user: all, companyA: all, companyB: all, custom: all, admin: all }
  return { outcomes: { anonymous: all, revoked: all, ...signedIn }, send, guarded: false, ...more }
}

export const toStatus = (outcome: Outcome, which: Which): number =>
  typeof outcome === 'number' ? outcome : (outcome[WHICH.indexOf(which)] ?? 0)

/** Puts the record's id in the path. */
export const byId =
  (kind: Kind, name = 'id'): Row['send'] =>
  async ({ id }) => ({ params: { [name]: await id(kind) } })

/** The same, for a call that changes the record. */
export const changing =
  (kind: Kind, table: string, rest: (cell: Cell) => Partial<Sent> = () => ({})): Row['send'] =>
  async (cell) => {
    const id = await cell.id(kind)
    return { params: { id }, watch: { table, column: 'id', value: id }, ...rest(cell) }
  }

/** Filters a list to one record of each company. */
export const named =
  (of: (tenant: Tenant) => string): Row['send'] =>
  ({ world }) => ({ query: { filter: { id: [of(world.a), of(world.b)] } } })

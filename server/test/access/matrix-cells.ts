import type { MatrixWorld, Tenant } from './matrix-world.ts'

/** Who calls: B is another company's administrator, `custom` holds the strings of one entity, teams. */
export const CALLERS = ['anonymous', 'user', 'companyA', 'companyB', 'custom', 'admin', 'revoked'] as const
export type Caller = (typeof CALLERS)[number]

/** Whose record is asked for: the caller's company's, another's, or nobody's. */
export const WHICH = ['own', 'foreign', 'missing'] as const
export type Which = (typeof WHICH)[number]

/** The status of a call; for calls about a record that of each `Which`. */
export type Outcome = number | readonly [own: number, foreign: number, missing: number]

/** What is not there is not there, whether it is another company's or nobody's. */
export const OWN = [200, 404, 404] as const
export const ALL = [200, 200, 404] as const
/** A record that is named in the body: it is refused at its field. */
export const NAMES_OWN = [200, 400, 400] as const
export const NAMES_ALL = [200, 200, 400] as const

/** One call of one caller about one record. */
export type Cell = {
  world: MatrixWorld
  caller: Caller
  which: Which
  /** the caller's company, and the one that is asked about; where nothing is, `asked` is the own one */
  own: Tenant
  asked: Tenant
  /** the id of the record of this kind that is asked about; one that nobody else uses, where the row writes */
  id: (kind: Kind) => Promise<string>
  /** a fresh record of the caller's company */
  fresh: (kind: FreshKind) => Promise<string>
  /** text that stands nowhere else */
  unique: string
}

export const FRESH_KINDS = ['role', 'user', 'team', 'link', 'email'] as const
export type FreshKind = (typeof FRESH_KINDS)[number]
export type Kind =
  FreshKind | 'company' | 'submission' | 'document' | 'ownDocument' | 'slug' | 'logo' | 'auditEntry'

/** Rows of a table that a refused call leaves as they are, and one that succeeds does not. */
export type Watch = { table: string; column: string; value: string }

export type Sent = {
  /** of the path */
  params?: Record<string, string>
  /** values go as JSON */
  query?: Record<string, unknown>
  body?: object
  /** a file is sent along with these fields */
  upload?: Record<string, string>
  headers?: Record<string, string>
  watch?: Watch
}

export type Row = {
  outcomes: Record<Caller, Outcome>
  send: (cell: Cell) => Sent | Promise<Sent>
  /** needs somebody who is signed in: whoever is not is told so, in these words */
  guarded: boolean
  /** of a list: what of a company shows in it. OWN and ALL say whose rows it holds */
  lists?: (tenant: Tenant) => string
  /** changes the caller's own account, so that the caller is somebody new */
  changesCaller?: boolean
  /** where it succeeds, what is watched may be as it was */
  changesLittle?: boolean
}

/** For those who are signed in; `company` is both companies' administrators. */
export const guarded = (
  outcomes: Record<'user' | 'company' | 'custom' | 'admin', Outcome>,
  send: Row['send'],
  more: Pick<Row, 'lists' | 'changesCaller' | 'changesLittle'> = {},
): Row => {
  const { user, company, custom, admin } = outcomes
  const all = { user, companyA: company, companyB: company, custom, admin }
  return { outcomes: { anonymous: 401, revoked: 401, ...all }, send, guarded: true, ...more }
}

/** For everybody alike: a token counts for nothing, so neither does one that has ended. */
export const open = (all: Outcome, send: Row['send'] = () => ({})): Row => {
  const signedIn = { user: all, companyA: all, companyB: all, custom: all, admin: all }
  return { outcomes: { anonymous: all, revoked: all, ...signedIn }, send, guarded: false }
}

export const outcomeOf = (outcome: Outcome, which: Which): number =>
  typeof outcome === 'number' ? outcome : (outcome[WHICH.indexOf(which)] ?? 0)

/** A record's id in the path. */
export const byId =
  (kind: Kind, name = 'id'): Row['send'] =>
  async ({ id }) => ({ params: { [name]: await id(kind) } })

/** The same for a call that changes the record. */
export const changing =
  (kind: Kind, table: string, rest: (cell: Cell) => Partial<Sent> = () => ({})): Row['send'] =>
  async (cell) => {
    const id = await cell.id(kind)
    return { params: { id }, watch: { table, column: 'id', value: id }, ...rest(cell) }
  }

/** The two records by name alone, in whatever order a list has them. */
export const named =
  (of: (tenant: Tenant) => string): Row['send'] =>
  ({ world }) => ({ query: { filter: { id: [of(world.a), of(world.b)] } } })

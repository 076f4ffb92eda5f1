import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { isRecord } from '#domain/json'
import { AppError, type ErrorCode } from '../../errors.ts'
import { postMcp } from '../../http/mcp.fixture.ts'
import { SMALL_PDF } from '../support/uploads.ts'
import {
  toStatus,
  WHICH,
  type Cell,
  type Kind,
  type Row,
  type Sent,
  type Watch,
  type Which,
} from './matrix-cells.ts'
import {
  CALLERS,
  FRESH_KINDS,
  type Caller,
  type FreshKind,
  freshRecord,
  createTwin,
  type MatrixWorld,
} from './matrix-world.ts'

export type Answer = { status: number; text: string; error: unknown; code: unknown }
/** Sends a cell's call through one of the doors. */
export type Transport = (sent: Sent, token: string | undefined) => Promise<Answer>
/** `stayed`: whether the watched rows are after the call what they were before it; null where none are watched. */
export type Result = Answer & {
  caller: Caller
  which: Which
  kinds: ReadonlySet<Kind>
  expected: number
  stayed: boolean | null
}

/** Whether the row's statuses depend on the record. */
const hasRecords = ({ outcomes, lists }: Row) =>
  !lists && Object.values(outcomes).some((outcome) => typeof outcome !== 'number')

/**
 * Every cell of a row, with what came of it. Calls whose rows are watched go one after another.
 * @param wanted leaves cells out
 */
export async function runRow(
  world: MatrixWorld,
  row: Row,
  writes: boolean,
  transport: Transport,
  admin: pg.Client,
  wanted: (caller: Caller, which: Which) => boolean = () => true,
) {
  const which = hasRecords(row) ? WHICH : (['own'] as const)
  const cells = CALLERS.flatMap((caller) =>
    which.filter((each) => wanted(caller, each)).map((each) => createCell(world, caller, each, writes)),
  )
  const prepared = await Promise.all(cells.map(async (cell) => ({ cell, sent: await row.send(cell) })))
  const run = async ({ cell, sent }: (typeof prepared)[number]): Promise<Result> => {
    const { caller, which, kinds } = cell
    const known = row.changesCaller ? await createTwin(world, caller) : world.callers[caller]
    const before = sent.watch && (await readRows(admin, sent.watch))
    const answer = await transport(sent, known?.token)
    const stayed = sent.watch ? before === (await readRows(admin, sent.watch)) : null
    const expected = row.lists ? listStatus(row, caller) : toStatus(row.outcomes[caller], which)
    return { ...answer, caller, which, kinds, expected, stayed }
  }
  if (prepared.every(({ sent }) => !sent.watch)) return Promise.all(prepared.map(run))
  const results: Result[] = []
  for (const each of prepared) results.push(await run(each))
  return results
}

const listStatus = ({ outcomes }: Row, caller: Caller): number => {
  const outcome = outcomes[caller]
  return typeof outcome === 'number' ? outcome : 200
}

export function createCell(world: MatrixWorld, caller: Caller, which: Which, writes: boolean): Cell {
  const [own, other] = caller === 'companyB' ? [world.b, world.a] : [world.a, world.b]
  const asked = which === 'foreign' ? other : own
  const kinds = new Set<Kind>()
  const fresh = (kind: FreshKind) => {
    kinds.add(kind)
    return freshRecord(world.services, own.company, kind)
  }
  const id = async (kind: Kind): Promise<string> => {
    kinds.add(kind)
    if (which === 'missing') return missing(kind)
    const freshKind = FRESH_KINDS.find((each) => each === kind)
    return writes && freshKind ? freshRecord(world.services, asked.company, freshKind) : asked[kind]
  }
  return { world, caller, which, own, asked, kinds, id, fresh, unique: randomUUID() }
}

function missing(kind: Kind): string {
  if (kind === 'email') return `${randomUUID()}@example.com`
  return kind === 'logo' ? `${randomUUID()}.png` : randomUUID()
}

async function readRows(admin: pg.Client, { table, column, value }: Watch): Promise<string> {
  const { rows } = await admin.query<{ row: string }>(
    `SELECT to_jsonb(t)::text AS row FROM "${table}" t WHERE "${column}" = $1 ORDER BY 1`,
    [value],
  )
  return rows.map(({ row }) => row).join('\n')
}

/** The call at its path: `route` is 'GET /api/…/:id'. */
export function restTransport(url: string, route: string, head = false): Transport {
  const [method = '', pattern = ''] = route.split(' ')
  return async (sent, token) => {
    const path = pattern.replace(/:(\w+)|\*/g, (name) =>
      encodeURIComponent(sent.params?.[name.replace(':', '')] ?? ''),
    )
    const search = new URLSearchParams(toTexts(sent.query)).toString()
    const answer = await fetch(`${url}${path}${search === '' ? '' : `?${search}`}`, {
      method: head ? 'HEAD' : method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(sent.upload !== undefined && { body: toFormData(sent.upload) }),
    })
    const text = await answer.text()
    const body = parseBody(text)
    // The paths of records answer 201 where the others answer 200, and call an error's text `message`.
    const status = answer.status === 201 ? 200 : answer.status
    return { status, text, error: body.error ?? body.message, code: body.code }
  }
}

const toTexts = (query: Sent['query'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]))

function toFormData({ name = 'statement.pdf', ...fields }: Record<string, string>): FormData {
  const form = new FormData()
  form.set('documentType', 'bankStatements')
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([new Uint8Array(SMALL_PDF)], name, { type: 'application/pdf' }))
  return form
}

/** The same call as a procedure. */
export function trpcTransport(url: string, path: string, type: string): Transport {
  return async ({ params, query, body }, token) => {
    const input = JSON.stringify({ ...toTexts(query), ...body, ...params })
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const answer = await (type === 'query'
      ? fetch(`${url}/api/trpc/${path}?input=${encodeURIComponent(input)}`, { headers })
      : fetch(`${url}/api/trpc/${path}`, { method: 'POST', headers, body: input }))
    const text = await answer.text()
    const refusal = parseBody(text).error
    const { error, errorCode } = isRecord(refusal) ? refusal : {}
    return { status: answer.status, text, error, code: errorCode }
  }
}

/** The same call as a tool of the MCP server. */
export function mcpTransport(url: string, tool: string): Transport {
  return async ({ params, body }, token) => {
    const message = { name: tool, arguments: { ...params, ...body } }
    const answer = await postMcp(url, token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: message })
    const text = await answer.text()
    const parsed = parseBody(text)
    if (!isRecord(parsed.result))
      return { status: answer.status, text, error: parsed.error, code: parsed.code }
    const { isError, content, _meta: meta } = parsed.result
    const [first] = Array.isArray(content) ? (content as { text?: string }[]) : []
    const code = isRecord(meta) ? (meta.code as ErrorCode) : 'internal'
    const status = isError === true ? new AppError(code).status : answer.status
    return { status, text, error: first?.text, code }
  }
}

function parseBody(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

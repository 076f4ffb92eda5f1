import { isRecord, parseJson, toText } from '#domain/json'
import type { Answer, Wire } from './client.ts'
import type { Operation } from './operations.ts'
import type { ActorName } from './requests.ts'
import { schemaFault } from './schema-fault.ts'

export type Exchange = {
  /** the call that the request reached; null where there is none of its method and path */
  operation: Operation | null
  actor: ActorName
  wire: Wire
  answer: Answer
  /** what belongs to others, and may not be in the answer */
  secrets: readonly string[]
  /** longer than that is a fault */
  slowMs: number
}

/** What is wrong with an answer; `kind` is the same for the same mistake. */
export type Fault = { kind: string; detail: string }

/** What tells of our insides; a refusal has no business with any of it. */
const INSIDES =
  /prisma|postgres|\bpg_|sqlstate|\bSELECT\b|\bINSERT\b|relation "|syntax error at|invalid input syntax|\bzod\b|fastify|\btrpc\b|graphile|(Type|Range|Syntax|Reference)Error|ENOENT|EACCES|\[object |\bundefined\b|NaN\b/
/** No answer at all holds these. */
const TRACES = /\n\s+at .+:\d+:\d+|node_modules|\$argon2|file:\/\/\/|dist\/server/

const HEADERS: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /^default-src 'none';.*frame-ancestors 'none'/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cache-control': /^no-store$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}

/** Every way in which a response breaks the OpenAPI document or the security rules. */
export function faultsOf(exchange: Exchange): Fault[] {
  const { answer } = exchange
  const text = answer.body.toString('utf8')
  return [
    ...ofStatus(exchange),
    ...ofHeaders(exchange),
    ...([200, 201].includes(answer.status) ? ofSuccess(exchange, text) : ofRefusal(exchange, text)),
    ...ofSecrets(exchange, text),
    ...fault(TRACES.test(text) && !echoed(exchange.wire, TRACES, text), 'tells of our code', text),
    ...fault(answer.ms > exchange.slowMs, 'is slow', `${Math.round(answer.ms)} ms`),
  ]
}

function ofStatus({ operation, actor, answer }: Exchange): Fault[] {
  const { status } = answer
  if (status >= 500) return [{ kind: `answers ${status}`, detail: answer.body.toString('utf8') }]
  // A HEAD may reach the call of another path whose parameter takes the same word, and that one asks who calls.
  if (!operation)
    return fault(![400, 401, 404, 405, 413, 415].includes(status), `answers ${status} where there is no call`)
  const known = operation.answers.has(status)
  const strangers: ActorName[] = ['none', 'garbage', 'revoked']
  return [
    ...fault(!known, `answers ${status}, which is not in the document`, answer.body.toString('utf8')),
    ...fault(
      operation.signedIn && strangers.includes(actor) && ![400, 401, 404, 413, 415].includes(status),
      `answers ${status} to a stranger`,
    ),
  ]
}

const ofHeaders = ({ operation, answer: { headers, status } }: Exchange): Fault[] => [
  ...Object.entries(HEADERS).flatMap(([name, pattern]) => {
    // Pictures of a public page may be kept.
    if (name === 'cache-control' && operation?.path.startsWith('/logos/') && status === 200) return []
    const value = String(headers[name] ?? 'nothing')
    return fault(!pattern.test(value), `has a wrong header ${name}`, value)
  }),
  ...['server', 'x-powered-by', 'x-injected'].flatMap((name) =>
    fault(headers[name] !== undefined, `has a header ${name}`, String(headers[name])),
  ),
]

/** These answer bare records, and refuse without `status`. */
const isNoun = ({ path }: Wire): boolean =>
  /^\/api(\/v1)?\/(companies|users|roles|teams|links|submissions|funders)(?=[/?]|$)/.test(path)

function ofSuccess({ operation, answer, wire }: Exchange, text: string): Fault[] {
  if (!operation || wire.method === 'HEAD') return []
  const type = typeOf(answer)
  const schema = operation.answers.get(answer.status)?.get(type)
  if (!schema) return [{ kind: `answers ${type}, which is not in the document`, detail: text }]
  if (type !== 'application/json') return fault(answer.body.length === 0, 'answers an empty file')
  const body = parseJson(text)
  const isEnvelope = isRecord(body) && body.status === 'success'
  if (!isNoun(wire) && !isEnvelope) return [{ kind: 'has no envelope', detail: text }]
  const wrong = schemaFault(schema, body)
  return fault(wrong !== null, `breaks its schema: ${wrong?.replace(/\[\d+\]/g, '[]')}`, text)
}

function ofRefusal({ answer, wire }: Exchange, text: string): Fault[] {
  if (answer.status === 304) return fault(text !== '', 'answers 304 with a body')
  if (wire.method === 'HEAD') return fault(text !== '', 'answers HEAD with a body')
  const body = parseJson(text)
  const isRefusal =
    isRecord(body) &&
    (isNoun(wire) || body.status === 'error') &&
    // What Node itself refuses, such as a long address, has the envelope everywhere.
    toText((isNoun(wire) ? body.message : undefined) ?? body.error) !== '' &&
    /^[a-z_]+$/.test(String(body.code)) &&
    (body.fields === undefined || isRecord(body.fields))
  return [
    ...fault(
      !isRefusal || typeOf(answer) !== 'application/json',
      `has no envelope at ${answer.status}`,
      text,
    ),
    ...fault(INSIDES.test(text) && !echoed(wire, INSIDES, text), 'tells of our insides', text),
    ...fault(
      answer.status === 429 && answer.headers['retry-after'] === undefined,
      'does not say when to try again',
    ),
  ]
}

function ofSecrets({ operation, wire, secrets }: Exchange, text: string): Fault[] {
  if (operation?.isPublic) return []
  const asked = decodeURIComponentSafely(wire.path) + (wire.body ?? '')
  const seen = secrets.find((secret) => text.includes(secret) && !asked.includes(secret))
  return fault(seen !== undefined, 'shows what is of another company', `${seen} in ${text}`)
}

/** Does what was found come from the request, as the name of an undeclared field does? */
function echoed({ path, body }: Wire, pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text)?.[0] ?? ''
  return `${decodeURIComponentSafely(path)}${body ?? ''}`.toLowerCase().includes(found.toLowerCase())
}

const typeOf = ({ headers }: Answer): string => (headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const fault = (is: boolean, kind: string, detail = ''): Fault[] =>
  is ? [{ kind, detail: detail.slice(0, 600) }] : []

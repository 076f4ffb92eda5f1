import fc from 'fast-check'
import { BROKEN_BODIES, CONTENT_TYPES, HEADERS, hostileText, RAW_PATH, RAW_QUERY } from './hostile.ts'
import { multipartBody } from './multipart.ts'
import type { Operation } from './operations.ts'
import { fittingText, placeholder } from './fitting-text.ts'
import { jsonOf, queryText } from './values.ts'

/** Who sends a request. */
export const ACTORS = [
  'superAdmin',
  'admin',
  'companyA',
  'companyB',
  'user',
  'custom',
  'revoked',
  'garbage',
  'none',
] as const
export type ActorName = (typeof ACTORS)[number]

type Header = readonly [name: string, value: string]

/** A request before placeholders are replaced. Texts of bodies are bytes, one a character. */
export type FuzzRequest = {
  operation: Operation
  actor: ActorName
  method: string
  /** below /api, with its query */
  url: string
  contentType: string | null
  headers: Header[]
  body: string | null
}

const ACTOR = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<ActorName>('superAdmin', 'admin') },
  { weight: 5, arbitrary: fc.constantFrom<ActorName>('companyA', 'companyB', 'user', 'custom') },
  { weight: 2, arbitrary: fc.constantFrom<ActorName>('revoked', 'garbage', 'none') },
)

/** Instead of a session in the body. */
const FORM_SESSION: Header = ['x-form-session', placeholder('own', 'session')]

/** Any request to any of the calls: good ones, nearly good ones, and such as nobody would send. */
export const anyRequest = (operations: Operation[]): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(...operations.flatMap((operation) => [requestOf(operation, false), requestOf(operation, true)]))

function requestOf(operation: Operation, spoil: boolean): fc.Arbitrary<FuzzRequest> {
  const { method } = operation
  return fc
    .record({
      actor: ACTOR,
      method: rarely(
        spoil,
        method,
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
      ),
      path: pathOf(operation, spoil),
      query: queryOf(operation, spoil),
      session: operation.isPublic ? fc.boolean() : fc.constant(false),
      headers: spoil ? fc.subarray([...HEADERS], { maxLength: 2 }) : fc.constant<Header[]>([]),
      body: bodyOf(operation, spoil),
    })
    .map(({ path, query, body, headers, session, ...rest }) => ({
      ...rest,
      ...body,
      headers: session ? [FORM_SESSION, ...headers] : headers,
      operation,
      url: query === '' ? path : `${path}?${query}`,
    }))
    .map((request) => ({ ...request, method: tooLongForHead(request) ? method : request.method }))
}

/** Of an address that is too long to be read, nobody can tell that its method forbids a body in the answer. */
const tooLongForHead = ({ method, url }: { method: string; url: string }): boolean =>
  method === 'HEAD' && url.length > 8000

/** Now and then something else than what belongs there. */
const rarely = <T>(spoil: boolean, usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  spoil
    ? fc.oneof({ weight: 15, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
    : fc.constant(usual)

function pathOf({ path, inPath }: Operation, spoil: boolean): fc.Arbitrary<string> {
  const values = inPath.map(({ name, schema }) => {
    const fitting = fittingText(schema, name, path).map(encode)
    if (!spoil) return fitting
    // Without a character it would be another call's address.
    const hostile = hostileText()
      .filter((text) => text !== '')
      .map(encode)
    return fc.oneof(
      { weight: 6, arbitrary: fitting },
      { weight: 2, arbitrary: hostile },
      { weight: 1, arbitrary: fc.constantFrom(...RAW_PATH) },
    )
  })
  return fc.tuple(...values).map((texts) => {
    const rest = [...texts]
    return path.replace(/\{\w+\}/g, () => rest.shift() ?? '')
  })
}

function queryOf({ path, inQuery }: Operation, spoil: boolean): fc.Arbitrary<string> {
  const declared = inQuery.map((parameter) =>
    fc.option(
      queryText(parameter, path, spoil).map((text) => `${parameter.name}=${encode(text)}`),
      { freq: 2 },
    ),
  )
  const odd = fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_QUERY) },
    { weight: 1, arbitrary: hostileText().map((text) => `${encode(text.slice(0, 40))}=1`) },
  )
  return fc
    .tuple(...declared, spoil ? odd : fc.constant(null))
    .map((parts) => parts.filter((part) => part !== null).join('&'))
}

type Body = Pick<FuzzRequest, 'body' | 'contentType'>

function bodyOf(operation: Operation, spoil: boolean): fc.Arbitrary<Body> {
  if (operation.multipart) return multipartBody(spoil)
  const nothing: Body = { body: null, contentType: null }
  const fitting: fc.Arbitrary<Body> =
    operation.body === null
      ? fc.constant(nothing)
      : jsonOf(operation.body, '', operation.path, spoil).map((json) => ({
          body: Buffer.from(json).toString('latin1'),
          contentType: 'application/json',
        }))
  if (!spoil) return fitting
  const broken = fc.constantFrom(...BROKEN_BODIES).map((bytes) => ({
    body: bytes.toString('latin1'),
    contentType: 'application/json',
  }))
  const mistyped = fc.tuple(fitting, fc.constantFrom(...CONTENT_TYPES)).map(([{ body }, contentType]) => ({
    body,
    contentType,
  }))
  return fc.oneof(
    { weight: operation.body === null ? 8 : 12, arbitrary: fitting },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: mistyped },
    { weight: 1, arbitrary: fc.constant(nothing) },
  )
}

/** As `encodeURIComponent`, which throws where half a character is meant; placeholders stay as they are. */
function encode(text: string): string {
  return Array.from(text, (character) => {
    const unit = character.codePointAt(0) ?? 0
    if (unit < 0xd800 || unit > 0xdfff) return encodeURIComponent(character)
    const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
    return bytes.map((byte) => `%${byte.toString(16)}`).join('')
  }).join('')
}

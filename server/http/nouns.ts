import type { AnyRouter } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import { getOwn } from '#domain/get-own'
import { isRecord, parseJson, toText } from '#domain/json'
import type { Services } from '../services.ts'
import { noInput } from '../trpc/inputs.ts'
import { jsonTextProblem } from '../trpc/json-text.ts'
import { acceptJsonOnly, findBodyLimit } from './bodies.ts'
import { sendAnswer } from './conditional.ts'
import { readInput, type RestCall, restCalls, runCall, toPattern } from './rest-adapter.ts'

type Json = Record<string, unknown>
type Verb = 'list' | 'get' | 'create' | 'update' | 'delete'
/** The procedures that serve the records; `inactive` instead of `delete`: an update with `active: false`. */
type Noun = { procedures: Partial<Record<Verb, string>>; isDeactivated?: true }

const crud = (name: string): Noun => {
  const verbs = ['list', 'get', 'create', 'update', 'delete'] as const
  return { procedures: Object.fromEntries(verbs.map((verb) => [verb, `${name}.${verb}`])) }
}

/** The paths of the records, in the dialect of ra-data-simple-rest. */
const NOUNS: Readonly<Record<string, Noun>> = {
  companies: crud('company'),
  users: { procedures: { ...crud('user').procedures, delete: 'user.update' }, isDeactivated: true },
  roles: crud('role'),
  teams: crud('team'),
  links: crud('generatedLink'),
  submissions: {
    procedures: {
      list: 'form.submissions',
      get: 'form.submission',
      create: 'form.createSubmission',
      update: 'form.updateSubmission',
    },
  },
  funders: crud('funder'),
}

const METHODS = [
  ['GET', 'list'],
  ['POST', 'create'],
  ['GET', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
] as const
export const MERGE_PATCH = 'application/merge-patch+json'

export type NounCall = {
  noun: string
  method: (typeof METHODS)[number][0]
  verb: Verb
  url: string
  call: RestCall
  reader: RestCall | undefined
  isDeactivated: boolean
}

export function nounCalls(router: AnyRouter): NounCall[] {
  const calls = new Map(restCalls(router).map((call) => [call.path, call]))
  return Object.entries(NOUNS).flatMap(([noun, { procedures, isDeactivated }]) =>
    METHODS.flatMap(([method, verb]) => {
      const call = calls.get(procedures[verb] ?? '')
      const url = verb === 'list' || verb === 'create' ? `/${noun}` : `/${noun}/{id}`
      const reader = calls.get(procedures.get ?? '')
      return call
        ? [{ noun, method, verb, url, call, reader, isDeactivated: method === 'DELETE' && !!isDeactivated }]
        : []
    }),
  )
}

const PATH = new RegExp(`^/api/(${Object.keys(NOUNS).join('|')})(/[^/?]*)?/?(\\?|$)`)
export const isNoun = (url: string): boolean => PATH.test(url)

/** The procedures of the other paths; answers have no envelope. */
export function registerNouns(app: FastifyInstance, services: Services, router: AnyRouter): void {
  acceptJsonOnly(app, MERGE_PATCH)
  for (const { noun, method, verb, url, call, reader, isDeactivated } of nounCalls(router))
    app.route({
      method,
      url: toPattern(url),
      bodyLimit: findBodyLimit(call.path),
      handler: async (request, reply): Promise<unknown> => {
        const run = (of: RestCall, input: () => Json) => runCall(services, of, request, reply, input)
        const sent = () => {
          if (!isDeactivated) return withIds(readInput(request))
          noInput.parse(request.query)
          return { ...readInput(request), active: false }
        }
        const patch = method === 'PATCH' ? sent() : {}
        // Only a patch of objects has to be merged with the record as it stands.
        const isMerged = reader !== undefined && Object.values(patch).some(isRecord)
        const read = isMerged ? dataOf(await run(reader, () => ({ id: patch.id }))) : undefined
        const answer = await run(call, read ? () => merged(read, patch) : sent)
        const body = dataOf(answer)
        if (verb === 'create' && isRecord(body))
          reply.code(201).header('location', `/api/v1/${noun}/${encodeURIComponent(toText(body.id))}`)
        return sendAnswer(request, reply, answer, body)
      },
    })
}

const dataOf = (answer: unknown): unknown => (isRecord(answer) ? answer.data : undefined)

/** A filter may name a reference as the record does, such as `company` for `companyId`. */
const REFERENCES = ['company', 'user', 'role', 'team', 'leader', 'lead', 'link', 'owner']

function withIds(input: Json): Json {
  const text = toText(input.filter)
  const filter = jsonTextProblem(text) ? undefined : parseJson(text)
  if (!isRecord(filter)) return input
  const named = Object.entries(filter).map(([key, value]) =>
    REFERENCES.includes(key) && !Object.hasOwn(filter, `${key}Id`)
      ? [`${key}Id`, isRecord(value) ? value.id : value]
      : [key, value],
  )
  return { ...input, filter: JSON.stringify(Object.fromEntries(named)) }
}

/** RFC 7396 of what the patch names; an update leaves the rest as it is, and takes null as none. */
function merged(record: unknown, patch: Json): Json {
  const { updatedAt } = isRecord(record) ? record : {}
  const changed = Object.entries(patch).map(([key, value]) => [
    key,
    merge(isRecord(record) ? getOwn(record, key) : undefined, value, key === 'metadata'),
  ])
  return { updatedAt, ...Object.fromEntries(changed) }
}

/** @param isMap its entries are removed by null, where other fields have a null of their own */
function merge(target: unknown, patch: unknown, isMap: boolean): unknown {
  if (!isRecord(patch)) return patch
  const base = isRecord(target) ? target : {}
  const changed = Object.entries(patch).map(([key, value]) => [key, merge(getOwn(base, key), value, isMap)])
  const entries = Object.entries({ ...base, ...Object.fromEntries(changed) })
  return Object.fromEntries(isMap ? entries.filter(([, value]) => value !== null) : entries)
}

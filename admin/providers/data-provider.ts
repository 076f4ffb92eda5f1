import simpleRestProvider from 'ra-data-simple-rest'
import { getOwn } from '#domain/get-own'
import { PAGES } from '#domain/pages'
import { requestData } from './request.ts'

type HttpClient = NonNullable<Parameters<typeof simpleRestProvider>[1]>

const httpClient: HttpClient = (url: string, options = {}) => {
  const { method, body, headers, signal } = options
  const sent = new Headers(headers)
  if (body !== undefined && body !== null) sent.set('content-type', 'application/json')
  return requestData(apiUrl(url, method), { method, body, headers: sent, signal })
}

export const dataProvider = simpleRestProvider('', httpClient)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Paths under /api; a path without `{id}` takes the id in the body. */
type ResourcePaths = { list: string; create?: string; one?: Partial<Record<Method, string>> }

export type NamesResource = 'company-names' | 'user-names' | 'role-names' | 'team-names' | 'audit-people'

const crud = (entity: string): ResourcePaths => ({
  list: `/${entity}/get`,
  create: `/${entity}/create`,
  one: {
    GET: `/${entity}/get/{id}`,
    PUT: `/${entity}/update/{id}`,
    DELETE: `/${entity}/delete/{id}`,
  },
})

const PATHS: Readonly<Record<string, ResourcePaths>> = {
  forms: { list: '/form/submissions', one: { GET: '/form/submissions/{id}' } },
  teams: { ...crud('team'), one: { ...crud('team').one, PUT: '/team/update' } },
  links: crud('generated-link'),
  'audit-people': { list: '/audit/people' },
}

/** A resource with a page has the page's name, of which react-admin makes routes. */
function findPaths(resource: string): ResourcePaths | null {
  const { entity } = PAGES.find(({ key }) => key === resource) ?? {}
  const [, named] = /^(\w+)-names$/.exec(resource) ?? []
  if (named !== undefined) return { list: `/${named}/names` }
  return getOwn(PATHS, resource) ?? (entity === undefined ? null : crud(entity))
}

/** '/forms/ID' → '/api/form/submissions/ID'. @throws Error if the resource has no such call */
export function apiUrl(url: string, method = 'GET'): string {
  const [, resource = '', id, query = ''] = /^\/([^/?]+)(?:\/([^/?]+))?(\?.*)?$/.exec(url) ?? []
  const paths = findPaths(resource)
  const path = id === undefined ? (method === 'POST' ? paths?.create : paths?.list) : pathOfOne(paths, method)
  if (path === undefined) throw new Error(`No call for ${method} ${url}`)
  return `/api${path.replace('{id}', id ?? '')}${query}`
}

const pathOfOne = (paths: ResourcePaths | null, method: string): string | undefined =>
  Object.entries(paths?.one ?? {}).find(([name]) => name === method)?.[1]

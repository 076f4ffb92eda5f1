import type { PageKey } from '#domain/pages'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Paths under /api. A record's id replaces `{id}`; a path without it takes the id in the body. */
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

/** react-admin makes routes of the resources' names, so a resource with a page has the page's name. */
const PATHS: Record<PageKey | NamesResource, ResourcePaths> = {
  forms: { list: '/form/submissions', one: { GET: '/form/submissions/{id}' } },
  companies: crud('company'),
  teams: { ...crud('team'), one: { GET: '/team/get/{id}', PUT: '/team/update' } },
  users: crud('user'),
  roles: crud('role'),
  links: crud('generated-link'),
  registrations: { list: '/registration/get' },
  'api-keys': crud('api-key'),
  webhooks: crud('webhook'),
  audit: { list: '/audit/get' },
  'company-names': { list: '/company/names' },
  'user-names': { list: '/user/names' },
  'role-names': { list: '/role/names' },
  'team-names': { list: '/team/names' },
  'audit-people': { list: '/audit/people' },
}

const isResource = (name: string): name is keyof typeof PATHS => Object.hasOwn(PATHS, name)

/** '/forms/ID' → '/api/form/submissions/ID'. @throws Error where a resource has no such call */
export function apiUrl(url: string, method = 'GET'): string {
  const [, resource = '', id, query = ''] = /^\/([^/?]+)(?:\/([^/?]+))?(\?.*)?$/.exec(url) ?? []
  const paths = isResource(resource) ? PATHS[resource] : null
  const path = id === undefined ? (method === 'POST' ? paths?.create : paths?.list) : pathOfOne(paths, method)
  if (path === undefined) throw new Error(`No call for ${method} ${url}`)
  return `/api${path.replace('{id}', id ?? '')}${query}`
}

const pathOfOne = (paths: ResourcePaths | null, method: string): string | undefined =>
  Object.entries(paths?.one ?? {}).find(([name]) => name === method)?.[1]

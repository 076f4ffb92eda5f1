import type { PageKey } from '#domain/pages'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Where a resource's calls live under /api (spec section 7); a record's id follows the paths of `one`. */
export type ResourcePaths = { list: string; create?: string; one: Partial<Record<Method, string>> }

/** Resources are named by their page, because react-admin makes routes of the names. */
const PATHS: Record<PageKey, ResourcePaths> = {
  forms: { list: '/form/submissions', one: { GET: '/form/submissions' } },
}

const isResource = (name: string): name is PageKey => Object.hasOwn(PATHS, name)

/**
 * '/forms?sort=…' → '/api/form/submissions?sort=…', '/forms/ID' → '/api/form/submissions/ID'.
 * Throws when a resource has no such call.
 */
export function apiUrl(url: string, method = 'GET'): string {
  const [, resource = '', id, query = ''] = /^\/([^/?]+)(?:\/([^/?]+))?(\?.*)?$/.exec(url) ?? []
  const paths = isResource(resource) ? PATHS[resource] : null
  const path = id === undefined ? (method === 'POST' ? paths?.create : paths?.list) : pathOfOne(paths, method)
  if (path === undefined) throw new Error(`No call for ${method} ${url}`)
  return `/api${path}${id === undefined ? '' : `/${id}`}${query}`
}

const pathOfOne = (paths: ResourcePaths | null, method: string): string | undefined =>
  Object.entries(paths?.one ?? {}).find(([name]) => name === method)?.[1]

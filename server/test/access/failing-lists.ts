import { call } from '../support/factories.ts'

const param = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`

/** Every list with the fields it is sorted by, as the API's document has them. */
async function lists(url: string): Promise<{ path: string; fields: string[]; isSearched: boolean }[]> {
  const { body } = await call(url, 'GET', '/openapi.json')
  const paths = body.paths as Record<
    string,
    { get?: { tags?: string[]; parameters?: { name: string; description?: string }[] } }
  >
  return Object.entries(paths).flatMap(([path, { get: operation }]) => {
    const sort = operation?.parameters?.find(({ name }) => name === 'sort')
    const fields = /Fields: (.*)$/.exec(sort?.description ?? '')?.[1]?.split(', ')
    const isSearched = operation?.parameters?.some(({ name }) => name === 'filter') ?? false
    // The nouns' lists are the same calls.
    const isNoun = operation?.tags?.includes('Records') ?? false
    return fields && !isNoun && !/\/export(\/zip)?$/.test(path) ? [{ path, fields, isSearched }] : []
  })
}

/** Lists that fail in some order or search for an admin, or in some field's order for another company. */
export async function failingLists(url: string, admin: string, other: string): Promise<string[]> {
  const failing: string[] = []
  for (const { path, fields, isSearched } of await lists(url)) {
    const queries = [
      ...fields.flatMap((field) => [param('sort', [field, 'ASC']), param('sort', [field, 'DESC'])]),
      ...(isSearched ? ['a', 'constructor', '%'] : []).map((q) => param('filter', { q })),
    ]
    for (const query of queries) {
      for (const token of query.includes('DESC') ? [admin] : [admin, other]) {
        const { status, body } = await call(url, 'GET', `${path}?${query}`, { token })
        if (status !== 200 && status !== 403)
          failing.push(`${path}?${decodeURIComponent(query)}: ${JSON.stringify(body)}`)
      }
    }
  }
  return failing
}

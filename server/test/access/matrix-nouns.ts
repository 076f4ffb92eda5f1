import { isRecord } from '#domain/json'
import { guarded, OWN, ALL, type Row } from './matrix-cells.ts'

/** The paths that are served by the same procedures, by the beginning of the other paths. */
const NOUNS = {
  companies: 'company',
  users: 'user',
  roles: 'role',
  teams: 'team',
  links: 'generated-link',
  funders: 'funder',
} as const

/** The id stands in the path instead of in the body. */
const byPath = (row: Row): Row => ({
  ...row,
  send: async (cell) => {
    const sent = await row.send(cell)
    const id: unknown = isRecord(sent.body) ? sent.body.id : undefined
    return typeof id === 'string' && !sent.params ? { ...sent, params: { id } } : sent
  },
})

export function nounRows(table: Readonly<Record<string, readonly Row[]>>): Record<string, readonly Row[]> {
  const rowsOf = (route: string) => table[`${route}/:id`] ?? (table[route] ?? []).map(byPath)
  const all = Object.entries(NOUNS).flatMap(([noun, name]) => {
    const update = rowsOf(`PUT /api/${name}/update`)
    const [path, one] = [`/api/${noun}`, `/api/${noun}/:id`]
    return [
      [`GET ${path}`, table[`GET /api/${name}/get`] ?? []],
      [`POST ${path}`, table[`POST /api/${name}/create`] ?? []],
      [`GET ${one}`, table[`GET /api/${name}/get/:id`] ?? []],
      [`PUT ${one}`, update],
      [`PATCH ${one}`, update],
      [`DELETE ${one}`, noun === 'users' ? DEACTIVATION : rowsOf(`DELETE /api/${name}/delete`)],
    ] as const
  })
  const creation = table['POST /api/form/submissions']
  const update = table['PUT /api/form/submissions/:id']
  return {
    ...Object.fromEntries(all),
    ...(creation && { 'POST /api/submissions': creation }),
    ...(update && { 'PUT /api/submissions/:id': update, 'PATCH /api/submissions/:id': update }),
    'GET /api/submissions': table['GET /api/form/submissions'] ?? [],
    'GET /api/submissions/:id': table['GET /api/form/submissions/:id'] ?? [],
  }
}

const DEACTIVATION: readonly Row[] = [
  guarded({ user: 403, company: OWN, custom: 403, admin: ALL }, async ({ id }) => {
    const user = await id('user')
    return { params: { id: user }, watch: { table: 'User', column: 'id', value: user } }
  }),
]

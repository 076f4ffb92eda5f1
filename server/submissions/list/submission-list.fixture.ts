import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

export type Row = {
  id: string
  company: { id: string; nameOut: string }
  user: { name: string }
  createdAt: string
}

export async function startSubmissionListTests() {
  const { url, services } = await startTestServer()

  /** Each has a link of its own, as the submitter's name is the link's. */
  async function apply(companyId: string, userName: string, changes: Record<string, string> = {}) {
    const { slug } = await makeLink(services, companyId, { userName })
    const { body } = await submitApplication(url, await openFormSession(url, slug), changes, slug)
    return body.data?.id ?? ''
  }

  const companies: Record<'north' | 'south' | 'twin', string> = { north: '', south: '', twin: '' }
  const tokens: Record<'north' | 'south', string> = { north: '', south: '' }
  const ids: Record<string, string> = {}

  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

  companies.north = (await makeCompany(services, { nameOut: 'North Star' })).id

  companies.south = (await makeCompany(services, { nameOut: 'South Bank' })).id

  companies.twin = (await makeCompany(services, { nameOut: 'South Bank' })).id

  for (const name of ['north', 'south'] as const) {
    tokens[name] = await signIn(url, (await makeCompanyAdmin(services, companies[name])).email)
  }

  const { north, south, twin } = companies

  ids.cyrillic = await apply(north, 'Ann', { legalName: 'Русская Пекарня' })

  ids.accents = await apply(south, 'Bob', { legalName: 'Élan Straße', dbaName: 'Crème' })

  ids.wild = await apply(twin, 'Ann', {
    legalName: '50%_off\\ Tools',
    dbaName: 'first',
  })

  ids.plain = await apply(north, 'Bob', { legalName: '50 off Tools', dbaName: 'second' })

  for (const [index, userName] of ['Ann', 'Cleo', 'ann', 'Ann', 'Cleo'].entries()) {
    ids[`more${index}`] = await apply(index % 2 === 0 ? south : twin, userName, {
      legalName: `More ${index}`,
    })
  }

  // Three of the same millisecond, which only their ids tell apart.
  await services.db.system('test').write((client) =>
    client.formSubmission.updateMany({
      where: { id: { in: [ids.more0 ?? '', ids.more1 ?? '', ids.more3 ?? ''] } },
      data: { createdAt: new Date('2025-05-05T05:05:05.005Z') },
    }),
  )

  const queryOf = (query: Record<string, unknown>): string => {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) search.set(key, JSON.stringify(value))
    return search.toString()
  }
  async function list(query: Record<string, unknown> = {}, token = admin) {
    const { status, body, headers } = await call(url, 'GET', `/form/submissions?${queryOf(query)}`, { token })
    const rows = (body.data ?? []) as Row[]
    const range = headers.get('content-range')
    return { status, rows, ids: rows.map(({ id }) => id), total: body.total, range }
  }

  const SORTS = ['createdAt', 'id', 'company', 'user'].flatMap((field) => [
    [field, 'ASC'] as const,
    [field, 'DESC'] as const,
  ])

  return { url, services, apply, companies, tokens, ids, admin, queryOf, list, SORTS }
}

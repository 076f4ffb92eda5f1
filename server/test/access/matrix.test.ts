import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { getOwn } from '#domain/get-own'
import { serverMessages } from '#domain/messages/server'
import { appRouter } from '../../app-router.ts'
import { restCalls } from '../../http/rest-adapter.ts'
import { postMcp } from '../../http/mcp.fixture.ts'
import { createLifecycle } from '../../http/health.ts'
import { createApp, mountRoutes } from '../../http/server.ts'
import { startTestServer } from '../support/server.ts'
import { ALL, type Row } from './matrix-cells.ts'
import { TRPC_ROUTES } from './matrix-public.ts'
import {
  mcpTransport,
  restTransport,
  runRow,
  trpcTransport,
  type Transport,
  type Result,
} from './matrix-run.ts'
import { TABLE } from './matrix-table.ts'
import { makeWorld, toKeyWorld, type Caller, type MatrixWorld } from './matrix-world.ts'

/**
 * Runs every procedure and raw route for every caller and record, and compares with the table. A refused call changes no
 * row, and the answer for another company's record is the same as for none.
 */

const { url, services, adminUrl } = await startTestServer({ seedDemo: false })
const world = await makeWorld(url, services)
const admin = new pg.Client({ connectionString: adminUrl })
await admin.connect()
// The database is dropped beneath it.
admin.on('error', () => {})
afterAll(() => admin.end())

/** What the server mounts, by Fastify's own account. */
async function readRoutes(isWanted: (method: string) => boolean): Promise<string[]> {
  const app = createApp(services.config, new Writable({ write: (_chunk, _encoding, done) => done() }))
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url: pattern }) => {
    for (const each of [method].flat()) if (isWanted(each)) routes.push(`${each} ${pattern}`)
  })
  await mountRoutes(app, services, createLifecycle())
  await app.ready()
  await app.close()
  return [...new Set(routes)]
}

const calls = restCalls(appRouter).map(({ method, url: pattern, path, procedure }) => ({
  route: `${method} /api${pattern.replace(/\{(\w+)\}/g, ':$1')}`,
  path,
  type: procedure._def.type,
}))

const isProcedure = (route: string) => calls.some((each) => each.route === route)
const isPage = (route: string) => !route.includes(' /api/')
const rows = Object.entries(TABLE).flatMap(([route, all]) =>
  all.map((row, index) => ({ name: all.length > 1 ? `${route} (${index + 1})` : route, route, row })),
)

describe('the table', () => {
  it('has every raw route and every procedure, and no others', async () => {
    const mounted = await readRoutes((method) => method !== 'HEAD')
    expect([...Object.keys(TABLE), ...TRPC_ROUTES].toSorted()).toEqual(mounted.toSorted())
    expect(calls.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(appRouter._def.procedures).toSorted(),
    )
    expect(Object.keys(TABLE)).toEqual(expect.arrayContaining(calls.map(({ route }) => route)))
  })

  it('says of each call whether it is guarded as its description does', () => {
    const protectedPaths = restCalls(appRouter).flatMap(({ method, url: pattern, procedure }) => {
      const { meta } = procedure._def as { meta?: { openapi?: { protect?: boolean } } }
      const route = `${method} /api${pattern.replace(/\{(\w+)\}/g, ':$1')}`
      return meta?.openapi?.protect === false ? [] : [route]
    })
    for (const { route } of calls) {
      const guarded = TABLE[route]?.every((row) => row.guarded)
      expect({ route, guarded }).toEqual({ route, guarded: protectedPaths.includes(route) })
    }
  })
})

describe.each(rows.filter(({ route }) => !isPage(route)))('$name', ({ route, row }) => {
  it('answers each caller as the table says', async () => {
    await hold(route, row, restTransport(url, route))
  })
})

describe('HEAD', () => {
  it('is mounted wherever GET is', async () => {
    const [reads, heads] = [
      await readRoutes((each) => each === 'GET'),
      await readRoutes((each) => each === 'HEAD'),
    ]
    const bare = (routes: string[]) => routes.map((route) => route.replace(/^\w+ /, '')).toSorted()
    expect(bare(heads)).toEqual(bare(reads))
  })

  const handful = [
    'GET /api/form/submissions',
    'GET /api/form/submissions/:id',
    'GET /api/form/pdf/:id',
    'GET /api/documents/document/:id',
    'GET /api/user/get/:id',
    'GET /api/user/me',
    'GET /api/logos/:file',
    'GET /api/health/ready',
  ]
  it.each(rows.filter(({ route }) => handful.includes(route)))(
    'is answered as $name is',
    async ({ route, row }) => {
      const results = await runRow(world, row, false, restTransport(url, route, true), admin)
      expect(statuses(results)).toEqual(toExpected(results))
      expect(results.map(({ text }) => text).join('')).toBe('')
    },
  )
})

describe('the pages', () => {
  const without = (text: string) => text.replaceAll(/nonce[^>]*?content="[^"]*"/g, '')

  it.each(rows.filter(({ route }) => isPage(route)))(
    '$name is the same for everybody',
    async ({ route, row }) => {
      const results = await runRow(world, row, false, restTransport(url, route), admin)
      const [first] = results
      for (const { status, text } of results) {
        expect({ status, text: without(text) }).toEqual({
          status: first?.status,
          text: without(first?.text ?? ''),
        })
      }
      // Where nothing was built, there is a word for that.
      expect([200, 204, 400, 404, 503]).toContain(first?.status)
    },
  )

  it.each(['/form', '/embed'])('%s shows the company of its slug alone', async (page) => {
    const answer = await fetch(`${url}${page}/${world.a.slug}`)
    expect(await answer.text()).not.toContain(world.b.company)
  })
})

describe('over tRPC', () => {
  const handful = [
    'GET /api/form/submissions',
    'GET /api/form/submissions/:id',
    'GET /api/user/get/:id',
    'PUT /api/team/update',
    'DELETE /api/role/delete/:id',
    'DELETE /api/company/delete/:id',
    'POST /api/generated-link/create',
    'GET /api/user/me',
  ]
  const same = rows.flatMap((each) => {
    const known = handful.includes(each.route) && calls.find(({ route }) => route === each.route)
    return known ? [{ ...each, path: known.path, type: known.type }] : []
  })

  it.each(same)('$path answers as $name', async ({ route, row, path, type }) => {
    await hold(route, row, trpcTransport(url, path, type))
  })

  it('knows no others', async () => {
    expect(new Set(same.map(({ route }) => route))).toEqual(new Set(handful))
    expect((await fetch(`${url}/api/trpc/user.getAll`)).status).toBe(404)
  })
})

describe('over MCP', async () => {
  const of = await toKeyWorld(world)
  const tools: Record<string, string> = {
    'GET /api/form/submissions': 'find_submissions',
    'POST /api/form/submissions/:id/views': 'read_submission',
    'GET /api/form/submissions/:id/statements': 'read_cash_flow',
    'GET /api/form/submissions/:id/offers': 'compare_offers',
    'GET /api/dashboard': 'pipeline_summary',
    'GET /api/form/submissions/:id/requests': 'list_requests',
    'GET /api/documents/form-submission/:submissionId': 'list_documents',
    'GET /api/form/submissions/:id/timeline': 'read_timeline',
    'GET /api/task/get': 'list_tasks',
    'GET /api/form/submissions/:id/choices': 'list_colleagues',
    'POST /api/form/submissions/:id/requests': 'request_documents',
    'DELETE /api/form/submissions/:id/requests/:request': 'take_back_request',
    'POST /api/form/submissions/:id/requests/:request/link': 'make_request_link',
    'POST /api/form/submissions/:id/notes': 'add_note',
    'PUT /api/form/submissions/:id/status': 'change_status',
    'PUT /api/form/submissions/:id/owner': 'assign_submission',
    'POST /api/task/create': 'add_task',
    'PUT /api/task/update/:id': 'finish_task',
  }
  type Sent = Awaited<ReturnType<Row['send']>>
  /** What a tool takes otherwise than REST. Other tests add more rows than one page has. */
  const adjust: Record<string, (sent: Sent) => Sent> = {
    find_submissions: () => ({ body: { text: 'a Bakery' } }),
    list_documents: ({ params }) => ({ params: { id: params?.submissionId ?? '' } }),
    list_tasks: () => ({ body: { limit: 100 } }),
    finish_task: ({ params = {} }) => ({ params }),
  }
  const same = rows.flatMap((each) => {
    const tool = getOwn(tools, each.route)
    if (tool === undefined) return []
    const send: Row['send'] = async (cell) =>
      (getOwn(adjust, tool) ?? ((sent) => sent))(await each.row.send(cell))
    return [{ ...each, row: { ...each.row, send }, tool }]
  })

  it.each(same)('$tool answers as $name', async ({ route, row, tool }) => {
    await hold(route, row, mcpTransport(url, tool), { of, revoked: serverMessages.apiKey.refused })
  })

  it('offers each caller the tools that do not refuse them, and knows no others', async () => {
    for (const [caller, known] of Object.entries(of.callers)) {
      if (known === null || caller === 'revoked') continue
      const answer = await postMcp(url, known.token, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const { result } = (await answer.json()) as { result: { tools: { name: string }[] } }
      const open = Object.entries(tools).filter(
        ([route]) => TABLE[route]?.[0]?.outcomes[caller as Caller] !== 403,
      )
      expect([caller, result.tools.map(({ name }) => name)]).toEqual([caller, open.map(([, tool]) => tool)])
    }
  })
})

const statuses = (results: Result[]) =>
  results.map(({ caller, which, status }) => `${caller}, ${which}: ${status}`)
const toExpected = (results: Result[]) =>
  results.map(({ caller, which, expected }) => `${caller}, ${which}: ${expected}`)

async function hold(
  route: string,
  row: Row,
  transport: Transport,
  { of = world, revoked = serverMessages.sessionEnded }: { of?: MatrixWorld; revoked?: string } = {},
): Promise<void> {
  // A procedure refuses before it reads its input, so whose record is asked for makes no difference.
  const isRefused = (caller: Caller) => isProcedure(route) && row.guarded && row.outcomes[caller] === 401
  const results = await runRow(
    of,
    row,
    !route.startsWith('GET'),
    transport,
    admin,
    (caller, which) => which === 'own' || !isRefused(caller),
  )
  expect(statuses(results)).toEqual(toExpected(results))
  for (const result of results) {
    holdRefusal(row, result, revoked)
    if (result.which === 'foreign') holdAlike(result, results)
    if (row.lists && result.status === 200) holdList(row, result, row.lists)
  }
}

/** What is refused is said so in our words, and leaves all as it was; what succeeds is seen to have been done. */
function holdRefusal(
  row: Row,
  { caller, which, status, error, code, stayed, text }: Result,
  revoked: string,
): void {
  const cell = `${caller}, ${which}: ${text.slice(0, 200)}`
  if (status < 400) {
    if (stayed === true) expect(row.changesLittle, cell).toBe(true)
    return
  }
  expect(stayed, cell).not.toBe(false)
  if (status === 403) expect(code, cell).toBe('forbidden')
  const missing = row.guarded ? ['not_found'] : ['not_found', 'link_ended']
  if (status === 404) expect(missing, cell).toContain(code)
  if (status !== 401 || !row.guarded) return
  expect({ code, error }, cell).toEqual({
    code: 'unauthenticated',
    error: caller === 'revoked' ? revoked : serverMessages.signIn,
  })
}

/** Another company's record and none at all are refused alike, to the letter. */
function holdAlike(foreign: Result, results: Result[]): void {
  const missing = results.find(({ caller, which }) => caller === foreign.caller && which === 'missing')
  // An admin reaches both, and is told what is wrong.
  if (foreign.caller === 'admin' || foreign.status < 400 || missing?.status !== foreign.status) return
  expect(foreign.text, foreign.caller).toBe(missing.text)
}

function holdList(row: Row, { caller, text }: Result, marker: NonNullable<Row['lists']>): void {
  const [own, other] = caller === 'companyB' ? [world.b, world.a] : [world.a, world.b]
  expect(text, caller).toContain(marker(own))
  if (row.outcomes[caller] === ALL) expect(text, caller).toContain(marker(other))
  else expect(text, caller).not.toContain(marker(other))
}

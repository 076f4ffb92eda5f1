import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readArguments } from '../../command-line.mjs'
import { call } from '../support/factories.ts'
import { inWords, KEEPER, startBuiltServer } from './built-server.ts'
import { operationsOf } from './fuzz/operations.ts'
import type { ActorName } from './fuzz/requests.ts'
import { World } from './fuzz/world.ts'
import { ffuf } from './scan/ffuf.ts'
import { installPrograms, runProgram } from './scan/programs.ts'
import { sqlmap } from './scan/sqlmap.ts'
import { targetsOf } from './scan/targets.ts'
import { wapiti, type WapitiFinding } from './scan/wapiti.ts'

const { values } = readArguments({
  usage: `npm run outside:scan -- [--only sqlmap] [--calls team] [--out FOLDER]

See server/test/outside/README.md.`,
  options: {
    only: { type: 'string', default: 'ffuf,wapiti,sqlmap' },
    /** sqlmap: only calls whose name matches */
    calls: { type: 'string', default: '' },
    out: { type: 'string', default: '.cache/outside' },
    /** sqlmap: whose token it sends; 'none' for none */
    as: { type: 'string', default: 'superAdmin' },
    /** sqlmap: at most so long for one call */
    seconds: { type: 'string', default: '480' },
  },
})
const folder = path.resolve(values.out)
/** wapiti's word for an address with an ending such as .bak that answers 200. */
const BACKUPS = 'Backup file'

/** Without a token and with one for each role. */
const ROLES = ['none', 'superAdmin', 'admin', 'companyA', 'user', 'custom'] as const
type Role = (typeof ROLES)[number]
const isRole = (name: string): name is Role => ROLES.some((role) => role === name)
const summary: string[][] = []

installPrograms()
await runProgram(['mkdir', '-p', folder], '/dev/null', 10)
const server = await startBuiltServer()
try {
  const world = new World(server.url, KEEPER)
  await world.renew()
  await server.newInLog()
  const parts = { ffuf: scanPaths, wapiti: scanPages, sqlmap: scanParameters }
  for (const [name, scan] of Object.entries(parts)) {
    if (!values.only.split(',').includes(name)) continue
    const began = Date.now()
    const findings = await scan(world)
    const { statuses, errors } = await server.newInLog()
    const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    const faults = [...statuses.keys()].filter((status) => status >= 500)
    await writeFile(path.join(folder, `${name}.findings.json`), JSON.stringify(findings, null, 2))
    for (const finding of findings) console.log(`  ${name}: ${JSON.stringify(finding)}`)
    for (const line of errors) console.log(`  log: ${line.slice(0, 500)}`)
    const seconds = Math.round((Date.now() - began) / 1000)
    summary.push([name, String(requests), String(seconds), String(findings.length), inWords(statuses)])
    if (faults.length + errors.length > 0) process.exitCode = 1
  }
  console.log(`\n${['tool', 'requests', 'seconds', 'findings', 'answers'].join('\t')}`)
  for (const row of summary) console.log(row.join('\t'))
  console.log(`Reports: ${folder}; server ready: ${(await call(server.url, 'GET', '/health/ready')).status}`)
} finally {
  await server.stop()
}

/** Common paths, of the site without a token and of the API with each. */
async function scanPaths(world: World): Promise<object[]> {
  const where = { folder: path.join(folder, 'ffuf'), seconds: 120 }
  const site = await ffuf(server.url, undefined, { ...where, name: 'site' })
  const hits = [...site]
  for (const role of ROLES) {
    hits.push(...(await ffuf(`${server.url}/api`, world.tokenOf(role), { ...where, name: `api-${role}` })))
  }
  return [...new Map(hits.map((hit) => [`${hit.status} ${hit.url}`, hit])).values()]
}

/** Pages without a token; what the API answers to GET without one and with that of each role. */
async function scanPages(world: World): Promise<object[]> {
  const where = { folder: path.join(folder, 'wapiti'), seconds: 240 }
  const slug = world.rowsOf('companyA', 'own').slug ?? ''
  const pages = [
    '/',
    `/form/${slug}`,
    `/embed/${slug}?lang=es`,
    '/admin/forms',
    '/embed-demo?slug=demo',
    '/api/docs',
  ]
  const findings = await wapiti(server.url, pages, undefined, { ...where, name: 'pages', crawl: 40 })
  for (const role of ROLES) {
    const gets = await targets(role === 'none' ? 'companyA' : role, world)
    const starts = gets
      .filter(({ operation }) => operation.method === 'GET')
      .map((target) => `${target.path}?${new URLSearchParams(target.query).toString()}`)
    findings.push(
      ...(await wapiti(server.url, starts, world.tokenOf(role), {
        ...where,
        name: `api-${role}`,
        crawl: 40,
      })),
    )
  }
  return grouped(findings)
}

/** The same remark about many addresses is one, with an address as an example. */
function grouped(findings: WapitiFinding[]): object[] {
  const groups = new Map<string, { category: string; level: number; times: number; example: string }>()
  for (const { category, level, where, info } of findings) {
    const key = category === BACKUPS ? category : `${category} ${info}`
    const group = groups.get(key) ?? { category, level, times: 0, example: `${where}: ${info}` }
    groups.set(key, { ...group, times: group.times + 1 })
  }
  return [...groups.values()]
}

/** Every parameter of every call, with the token that reaches furthest unless told. */
async function scanParameters(world: World): Promise<object[]> {
  const wanted = new RegExp(values.calls)
  const role = values.as
  if (!isRole(role)) throw new Error(`--as takes one of ${ROLES.join(', ')}`)
  const left = (await targets(role === 'none' ? 'companyA' : role, world)).filter(({ operation }) =>
    wanted.test(operation.name),
  )
  const findings: object[] = []
  const lane = async () => {
    for (let target = left.shift(); target; target = left.shift()) {
      const verdict = await sqlmap(server.url, world.tokenOf(role), target, {
        folder: path.join(folder, 'sqlmap'),
        seconds: Number(values.seconds),
      })
      console.log(`  ${verdict.call}: ${verdict.parameters} parameters, ${verdict.findings.length} findings`)
      if (verdict.findings.length > 0) findings.push(verdict)
    }
  }
  await Promise.all([lane(), lane()])
  return findings
}

async function targets(role: ActorName, world: World) {
  const { body } = await call(server.url, 'GET', '/openapi.json')
  return targetsOf(operationsOf(body), world.rowsOf(role, 'own'))
}

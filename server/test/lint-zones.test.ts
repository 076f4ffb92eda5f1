import { ESLint } from 'eslint'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'

/**
 * Lint keeps services within one tenant: code that reaches for more fails before a test runs.
 * Rules that need types are left out, as they would take the whole program.
 */
const eslint = new ESLint({
  cwd: projectRoot,
  overrideConfig: {
    languageOptions: { parserOptions: { project: false } },
    rules: {
      '@typescript-eslint/await-thenable': 'off',
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
      'intake/no-string-index': 'off',
    },
  },
})

/** Folders whose code acts for no signed-in user, as the public form, signing in and the audit log do. */
const SYSTEM_ROOMS = [
  'account',
  'applicant',
  'documents',
  'entities/link',
  'events/audit',
  'form-sessions',
  'registrations',
  'requests',
  'sign-in',
  'submissions',
]

const ROOMS = [
  'account',
  'applicant',
  'dashboard',
  'desk',
  'documents',
  'form-sessions',
  'import',
  'onboarding',
  'registrations',
  'requests',
  'retention',
  'sign-in',
  'submissions',
]

async function problemsOf(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(projectRoot, file) })
  return (result?.messages ?? []).flatMap(({ ruleId, message }) =>
    /no-restricted-(imports|syntax)$/.test(ruleId ?? '') ? [message] : [],
  )
}

const stopped = async (file: string, code: string) => (await problemsOf(file, code)).length > 0

const SYSTEM = [
  `export const read = (db: any) => db.system('job').write((client: any) => client.company.findMany())`,
  `export const read = (db: any) => db['system']('job')`,
  `export const read = ({ system }: any) => system('job')`,
  `export const read = ({ system: all }: any) => all('job')`,
]
const CONNECTIONS = [
  'export const read = (db: any) => db.connections.tenant.client().company.findMany()',
  `export const read = (db: any) => db['connections'].tenant.client()`,
  'export const read = ({ connections }: any) => connections.tenant.client()',
]

// ESLint takes its time to load.
const PATIENCE = { timeout: 120_000 }

it('only those who work for nobody in particular reach what is not one tenant’s', PATIENCE, async () => {
  const folders = [...ROOMS, ...(await foldersOf('entities')), ...(await foldersOf('events'))]
  const free: string[] = []
  for (const folder of folders) {
    if (!(await stopped(`server/${folder}/some.service.ts`, SYSTEM[0] ?? ''))) free.push(folder)
  }
  expect(free.toSorted()).toEqual(SYSTEM_ROOMS)
  for (const folder of ['trpc', 'http', 'platform/files', 'platform/mail']) {
    expect(await stopped(`server/${folder}/deep/some.ts`, SYSTEM[0] ?? ''), folder).toBe(true)
  }
  for (const code of SYSTEM)
    expect(await stopped('server/entities/team/some.service.ts', code), code).toBe(true)
})

it('only the database’s own folder takes a connection', PATIENCE, async () => {
  for (const file of [
    'server/entities/team/some.service.ts',
    'server/submissions/some.ts',
    'server/http/some.ts',
    'server/auth/sessions.ts',
  ]) {
    for (const code of CONNECTIONS) expect(await stopped(file, code), `${file}: ${code}`).toBe(true)
  }
  expect(await stopped('server/platform/database/replica.ts', CONNECTIONS[0] ?? '')).toBe(false)
  const permitted = 'export const read = (db: any, actor: any) => db.as(actor).read()'
  expect(await stopped('server/entities/team/some.service.ts', permitted)).toBe(false)
})

describe('imports', () => {
  const stopsUpward = async (file: string, code: string): Promise<boolean> => {
    const [result] = await eslint.lintText(code, { filePath: path.join(projectRoot, file) })
    return (result?.messages ?? []).some(({ ruleId }) => ruleId === 'import-x/no-restricted-paths')
  }

  it.each([
    ['server/errors.ts', './platform/database/db.ts'],
    ['server/platform/database/some.ts', '../crypto/keys.ts'],
    ['server/platform/crypto/some.ts', '../../auth/actor.ts'],
    ['server/auth/some.ts', '../trpc/init.ts'],
    ['server/platform/files/some.ts', '../../submissions/pdf/pdf-renderer.ts'],
    ['server/platform/queue/some.ts', '../../submissions/form.router.ts'],
    ['server/entities/team/some.ts', '../../jobs/worker.ts'],
    ['server/jobs/some.ts', '../platform/rotation/follow-keys.ts'],
    ['server/platform/rotation/some.ts', '../../http/server.ts'],
    ['server/http/some.ts', '../start.ts'],
    ['server/domain/some.ts', '../errors.ts'],
    ['server/http/some.ts', '../../admin/main.tsx'],
    ['form/some.ts', '../admin/main.tsx'],
  ])('%s may not import %s, nor its types', PATIENCE, async (file, from) => {
    expect(await stopsUpward(file, `export * from '${from}'`)).toBe(true)
    expect(await stopsUpward(file, `export type * from '${from}'`)).toBe(true)
  })

  it('go down', PATIENCE, async () => {
    expect(await stopsUpward('server/http/some.ts', "export * from '../submissions/form.router.ts'")).toBe(
      false,
    )
  })

  it('of sharp are of its types alone', PATIENCE, async () => {
    const problems = (code: string) => problemsOf('server/platform/mail/some.ts', code)
    expect(await problems("export { default } from 'sharp'")).toEqual([expect.stringContaining('loadSharp')])
    expect(await problems("export type { Sharp } from 'sharp'")).toEqual([])
  })

  it('never lead back to the file, types included', async () => {
    const files = await listSources()
    const imports = new Map(
      await Promise.all(files.map(async (file) => [file, await readImports(file)] as const)),
    )
    const done = new Set<string>()
    const findCycle = (file: string, route: string[]): string[] | null => {
      if (route.includes(file)) return [...route.slice(route.indexOf(file)), file]
      if (done.has(file)) return null
      done.add(file)
      for (const imported of imports.get(file) ?? []) {
        const cycle = findCycle(imported, [...route, file])
        if (cycle) return cycle
      }
      return null
    }
    const cycles = files.flatMap((file) => findCycle(file, [])?.join(' → ') ?? [])
    expect(cycles).toEqual([])
  })
})

const foldersOf = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(projectRoot, 'server', folder), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name))

async function listSources(): Promise<string[]> {
  const folders = ['admin', 'form', 'prisma', 'server']
  const entries = await Promise.all(
    folders.map((folder) =>
      readdir(path.join(projectRoot, folder), { recursive: true, withFileTypes: true }),
    ),
  )
  return entries
    .flat()
    .filter(
      (entry) =>
        entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.parentPath.includes('generated'),
    )
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
}

/** ESLint's own `no-cycle` leaves imports of types out. */
async function readImports(file: string): Promise<string[]> {
  const { importedFiles } = ts.preProcessFile(await readFile(path.join(projectRoot, file), 'utf8'))
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('#domain/')) {
      return [path.join('server/domain', `${fileName.slice('#domain/'.length)}.ts`)]
    }
    return fileName.startsWith('.') ? [path.join(path.dirname(file), fileName)] : []
  })
}

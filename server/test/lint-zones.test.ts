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

/** Those modules whose work is nobody's in particular: the public form, signing in, the log. */
const SYSTEM_MODULES = [
  'account',
  'applicant',
  'audit',
  'auth',
  'document',
  'form-session',
  'link',
  'registration',
  'request',
  'submission',
]

async function problemsOf(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(projectRoot, file) })
  return (result?.messages ?? []).flatMap(({ ruleId, message }) =>
    /no-restricted-(imports|syntax)$/.test(ruleId ?? '') ? [message] : [],
  )
}

const stopped = async (file: string, code: string) => (await problemsOf(file, code)).length > 0

const SYSTEM_NAMES = ['withSystem', 'asSystem', 'querySystem']
const REACH = `export { ${SYSTEM_NAMES.join(', ')} } from '../../auth/actor.ts'`
const OTHER_WAYS = [
  `import * as actor from '../../auth/actor.ts'\nactor.asSystem`,
  `import { asSystem } from '../../auth/actor.ts'\nasSystem`,
  `export const late = () => import('../../auth/actor.ts')`,
  `import { asSystem } from '../../database/transactions.ts'\nasSystem`,
  `export const late = () => import('../../database/transactions.ts')`,
]
const CONNECTIONS = [
  'export const read = (db: any) => db.tenant.company.findMany()',
  'export const read = (db: any) => db.system.company.findMany()',
  `export const read = (db: any) => db['system'].company.findMany()`,
  'export const read = ({ tenant }: any) => tenant.company.findMany()',
  'export const read = (db: any) => db.systemPool.query("SELECT 1")',
]

// ESLint takes its time to load.
const PATIENCE = { timeout: 60_000 }

it('only those who work for nobody in particular reach what is not one tenant’s', PATIENCE, async () => {
  const folders = (await readdir(path.join(projectRoot, 'server/modules'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const free: string[] = []
  for (const folder of folders) {
    const problems = await problemsOf(`server/modules/${folder}/some.service.ts`, REACH)
    expect([0, SYSTEM_NAMES.length], folder).toContain(problems.length)
    if (problems.length === 0) free.push(folder)
  }
  expect(free.toSorted()).toEqual(SYSTEM_MODULES)
  for (const folder of ['trpc', 'http', 'database', 'files', 'pdf', 'mail']) {
    expect(await stopped(`server/${folder}/deep/some.ts`, REACH), folder).toBe(true)
  }
  for (const code of OTHER_WAYS)
    expect(await stopped('server/modules/team/some.service.ts', code), code).toBe(true)
})

it('only actor.ts takes a connection, even where the system may be reached', PATIENCE, async () => {
  for (const file of [
    'server/modules/team/some.service.ts',
    'server/modules/submission/some.ts',
    'server/http/some.ts',
  ]) {
    for (const code of CONNECTIONS) expect(await stopped(file, code), `${file}: ${code}`).toBe(true)
  }
  expect(await stopped('server/auth/sessions.ts', CONNECTIONS[0] ?? '')).toBe(true)
  expect(await stopped('server/auth/actor.ts', CONNECTIONS[0] ?? '')).toBe(false)
  expect(
    await stopped(
      'server/modules/team/some.service.ts',
      `import { withActor } from '../../auth/actor.ts'\nwithActor`,
    ),
  ).toBe(false)
})

describe('imports', () => {
  const stopsUpward = async (file: string, code: string): Promise<boolean> => {
    const [result] = await eslint.lintText(code, { filePath: path.join(projectRoot, file) })
    return (result?.messages ?? []).some(({ ruleId }) => ruleId === 'import-x/no-restricted-paths')
  }

  it.each([
    ['server/errors.ts', './database/db.ts'],
    ['server/database/some.ts', '../crypto/keys.ts'],
    ['server/crypto/some.ts', '../auth/actor.ts'],
    ['server/auth/some.ts', '../trpc/init.ts'],
    ['server/files/some.ts', '../pdf/pdf-renderer.ts'],
    ['server/queue/some.ts', '../modules/form.router.ts'],
    ['server/modules/team/some.ts', '../../jobs/worker.ts'],
    ['server/upgrade/some.ts', '../jobs/worker.ts'],
    ['server/jobs/some.ts', '../rotation/follow-keys.ts'],
    ['server/rotation/some.ts', '../http/server.ts'],
    ['server/http/some.ts', '../start.ts'],
    ['server/domain/some.ts', '../errors.ts'],
    ['server/http/some.ts', '../../admin/main.tsx'],
    ['form/some.ts', '../admin/main.tsx'],
  ])('%s may not import %s, nor its types', PATIENCE, async (file, from) => {
    expect(await stopsUpward(file, `export * from '${from}'`)).toBe(true)
    expect(await stopsUpward(file, `export type * from '${from}'`)).toBe(true)
  })

  it('go down', PATIENCE, async () => {
    expect(await stopsUpward('server/http/some.ts', "export * from '../modules/form.router.ts'")).toBe(false)
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

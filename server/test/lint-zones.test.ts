import { ESLint } from 'eslint'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
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
const SYSTEM_MODULES = ['account', 'audit', 'auth', 'document', 'form-session', 'link', 'submission']

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

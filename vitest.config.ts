import { existsSync, readdirSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const support = './server/test/support'

/** They mock a module, or need its state as a page finds it, so no other file must have loaded it before. */
const ISOLATED = {
  server: [
    'server/auth/passwords.test.ts',
    'server/platform/backup/restore-level.test.ts',
    'server/sign-in/auth.test.ts',
  ],
  ui: ['form/application/{session,submit}.test.ts', 'admin/confirmation/confirmation.test.tsx'],
}

/**
 * They use programs of the system, such as ClamAV's or Firefox, mount disks, or kill processes at a moment that they watch
 * for, so nothing runs beside them: `npm run test:system`.
 */
const SYSTEM = ['server/**/*.system.{test,e2e}.ts']

/** They look at the API's document by foreign programs, so they run once it has changed, and in `npm run test:system`. */
const DOCUMENT_TOOLS = ['server/test/openapi/*.tools.test.ts']
const CHECKED_DOCUMENT = '.cache/openapi-checked.json'
const isDocumentChecked =
  existsSync(CHECKED_DOCUMENT) &&
  readFileSync(CHECKED_DOCUMENT).equals(readFileSync('server/http/openapi.json'))

/**
 * Tests with this tag look at what few changes touch: other languages, devices, schemes and sites, print, lines that
 * break, forgeries by the thousand, keys in each cell of the access table, plans at scale, workers and stores that fail.
 * `npm run test:system` runs them.
 */
const LONG = { name: 'long', description: 'Runs in npm run test:system' }
const testFiles = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => `server/${file}`)
  .filter((file) => /\.(test|e2e)\.ts$/.test(file) && !/\.(system\.(test|e2e)|tools\.test)\.ts$/.test(file))
const filesWith = (text: string) => testFiles.filter((file) => readFileSync(file, 'utf8').includes(text))
const ALL_LONG = filesWith('// @module-tag long')
const SOME_LONG = filesWith("tags: ['long']")

const onServer = {
  environment: 'node' as const,
  globalSetup: [`${support}/global-postgres.ts`],
  setupFiles: [`${support}/fail-on-console-error.ts`],
}

const inDom = {
  environment: 'happy-dom' as const,
  setupFiles: [`${support}/fail-on-console-error.ts`, `${support}/stop-timers.ts`],
  unstubGlobals: true,
}

const inBrowser = {
  ...onServer,
  // Loading the server takes seconds, so a worker's files share it.
  isolate: false,
}

export default defineConfig({
  test: {
    // Far beyond what a test takes, as others may use the machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    // Tests wait for databases and browsers as much as they compute.
    maxWorkers: 3,
    tags: [LONG],
    projects: [
      {
        extends: true,
        test: {
          ...onServer,
          name: 'server',
          isolate: false,
          include: ['server/**/*.test.ts', 'prisma/**/*.test.ts'],
          exclude: [...ISOLATED.server, ...SYSTEM, ...ALL_LONG, ...(isDocumentChecked ? DOCUMENT_TOOLS : [])],
        },
      },
      { extends: true, test: { ...onServer, name: 'server-isolated', include: ISOLATED.server } },
      {
        extends: true,
        plugins: [react()],
        test: {
          ...inDom,
          name: 'ui',
          // Loading react-admin takes seconds, so a worker's files share it.
          isolate: false,
          include: ['{admin,form}/**/*.test.{ts,tsx}'],
          exclude: ISOLATED.ui,
        },
      },
      { extends: true, plugins: [react()], test: { ...inDom, name: 'ui-isolated', include: ISOLATED.ui } },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'system',
          include: [...SYSTEM, ...DOCUMENT_TOOLS],
          isolate: true,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'e2e',
          include: ['server/test/{e2e,faults}/**/*.e2e.ts'],
          exclude: [...SYSTEM, ...ALL_LONG],
        },
      },
      { extends: true, test: { ...inBrowser, name: 'long', include: [...ALL_LONG, ...SOME_LONG] } },
    ],
  },
})

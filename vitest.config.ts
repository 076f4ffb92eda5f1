import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const support = './server/test/support'

/** They kill processes at a moment that they watch for, or time answers, so nothing runs beside these. */
const ALONE = ['server/test/faults/{group-kill,group-signal,keys-rotate,postgres-stop}.e2e.ts']

/** They mock a library that another file must not have loaded before. */
const MOCKING = ['server/auth/passwords.test.ts', 'server/modules/auth/auth.test.ts']

/** They use programs of the system, such as ClamAV's or Firefox, or mount disks: `npm run test:system`. */
const SYSTEM = ['server/**/*.system.{test,e2e}.ts']

const onServer = {
  environment: 'node' as const,
  globalSetup: [`${support}/global-postgres.ts`],
  setupFiles: [`${support}/fail-on-console-error.ts`],
}

const inBrowser = {
  ...onServer,
  // Loading the server takes seconds, so a worker's files share it.
  isolate: false,
  hookTimeout: 120_000,
  // The form looks for a cut upload over five seconds.
  expect: { poll: { timeout: 15_000, interval: 50 } },
}

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests wait for databases and browsers as much as they compute.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...onServer,
          name: 'server',
          isolate: false,
          include: ['server/**/*.test.ts', 'prisma/**/*.test.ts'],
          exclude: [...MOCKING, ...SYSTEM],
        },
      },
      { extends: true, test: { ...onServer, name: 'server-mocking', include: MOCKING } },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'ui',
          environment: 'happy-dom',
          include: ['{admin,form}/**/*.test.{ts,tsx}'],
          setupFiles: [`${support}/fail-on-console-error.ts`],
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'e2e-alone',
          include: ALONE,
          exclude: SYSTEM,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { ...inBrowser, name: 'system', include: SYSTEM, isolate: true, fileParallelism: false },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'e2e',
          include: ['server/test/{e2e,faults}/**/*.e2e.ts'],
          exclude: [...ALONE, ...SYSTEM],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

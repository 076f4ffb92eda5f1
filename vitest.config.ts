import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const support = './server/test/support'

/** Touch, typing and loading depend on time, and processes are killed: nothing runs beside these. */
const ALONE = [
  'server/test/faults/**/*.e2e.ts',
  ...['form-signature', 'form-speed', 'form-typing'].map((name) => `server/test/e2e/${name}.e2e.ts`),
]

const inBrowser = {
  environment: 'node' as const,
  globalSetup: [`${support}/global-postgres.ts`],
  setupFiles: [`${support}/fail-on-console-error.ts`],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A page may take its time on a busy machine, and some things take theirs by design: an upload that was cut is looked
  // for over five seconds.
  expect: { poll: { timeout: 15_000, interval: 50 } },
}

export default defineConfig({
  test: {
    testTimeout: 15_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'domain',
          environment: 'node',
          include: ['server/domain/**/*.test.ts'],
          setupFiles: [`${support}/fail-on-console-error.ts`],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'prisma/**/*.test.ts'],
          exclude: ['server/domain/**', 'server/test/e2e/**'],
          globalSetup: [`${support}/global-postgres.ts`],
          setupFiles: [`${support}/fail-on-console-error.ts`],
        },
      },
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
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'e2e',
          include: ['server/test/e2e/**/*.e2e.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const support = './server/test/support'

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
          name: 'e2e',
          environment: 'node',
          include: ['server/test/{e2e,faults}/**/*.e2e.ts'],
          globalSetup: [`${support}/global-postgres.ts`],
          setupFiles: [`${support}/fail-on-console-error.ts`],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // One browser and one server at a time, and nothing beside them to slow them down.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

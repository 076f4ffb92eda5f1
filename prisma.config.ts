import { defineConfig } from 'prisma/config'

// No datasource: the server picks its database at run time, and migrations are made by prisma/make-migration.ts.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'tsx prisma/seed.ts' },
})

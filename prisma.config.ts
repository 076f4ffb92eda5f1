import { defineConfig } from 'prisma/config'

// No datasource: the server chooses its database at run time.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'tsx prisma/seed.ts' },
})

import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import pg from 'pg'
import { projectRoot } from '../../../project-root.ts'
import { signIn } from '../../support/factories.ts'
import { PASSWORD } from '../filled/brokers.ts'
import { ADMIN, openFilled, startRunning, type FilledIntake, type Running } from '../filled/filled-intake.ts'
import { makeBareTables } from './bare-tables.ts'
import { options } from './options.ts'

/** A filled Intake, and the bare server on the same PostgreSQL. */
export type Stage = FilledIntake & {
  bare: Running
  startBare: () => Promise<Running>
  /** an admin's session */
  token: string
  profileFile: string
}

export async function openStage(submissions: number): Promise<Stage> {
  const profileFile = path.join(projectRoot, '.cache', `bench-${process.pid}.cpuprofile`)
  const filled = await openFilled(
    { submissions, companies: 2_000, users: 5_000 },
    options.profile ? { nodeOptions: ['--import', PROFILER], env: { BENCH_PROFILE: profileFile } } : {},
  )
  await withClient(filled, makeBareTables)
  const bareFolder = path.join(filled.folder, 'bare')
  await mkdir(bareFolder, { recursive: true })
  // Without tsx, which would take memory and time to start.
  const bareFile = path.join(projectRoot, '.cache', `bare-server-${process.pid}.mjs`)
  await build({
    entryPoints: [path.join(import.meta.dirname, 'bare-server.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: bareFile,
  })
  const startBare = () =>
    startRunning([bareFile], {
      BARE_DATABASE_URL: filled.databaseUrl,
      BARE_FOLDER: bareFolder,
      NODE_ENV: 'production',
    })
  const bare = await startBare()
  return {
    ...filled,
    bare,
    startBare,
    profileFile,
    token: await signIn(filled.intake.url, ADMIN, PASSWORD),
    async stop() {
      await bare.stop()
      await withClient(filled, (client) => client.query('TRUNCATE bare.application, bare.document'))
      await filled.stop()
      for (const written of [bareFile, bareFolder, profileFile])
        await rm(written, { recursive: true, force: true })
    },
  }
}

const PROFILER = path.join(import.meta.dirname, 'profiler.mjs')

async function withClient(
  { databaseUrl }: FilledIntake,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await work(client)
  await client.end()
}

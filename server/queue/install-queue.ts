import { Logger, runMigrations } from 'graphile-worker'
import { systemUrl } from '../database/db.ts'

const SILENT = new Logger(() => () => {})

export async function installQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: systemUrl(url), maxPoolSize: 1, logger: SILENT })
}

import { readConfig } from '../config.ts'
import { openDatabase, requireDatabase } from '../platform/database/open-database.ts'
import { createStorage } from '../platform/files/create-storage.ts'
import { checkInstallation } from '../platform/files/installation.ts'
import { createApp } from '../http/server.ts'
import type { Services } from '../services.ts'

export type CommandServices = Pick<Services, 'config' | 'db' | 'storage' | 'log'> & {
  url: string
}

export async function withInstallation(
  env: NodeJS.ProcessEnv,
  work: (services: CommandServices) => Promise<void>,
): Promise<void> {
  const config = readConfig(env)
  await requireDatabase(config)
  const { log } = createApp(config)
  const { db, url, close } = await openDatabase(config, log)
  try {
    const services = { config, db, url, storage: createStorage(config), log }
    await checkInstallation(services)
    await work(services)
  } finally {
    await close()
  }
}

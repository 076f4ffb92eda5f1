import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open-database.ts'
import { createStorage } from '../files/storage.ts'
import { createApp } from '../http/server.ts'
import { installQueue } from '../jobs/queue.ts'
import { destroyDue, findDue } from '../modules/retention/destroy.service.ts'
import { isDryRun } from './dry-run.ts'
import { refuseToMakeDatabase } from './refuse-to-make-database.ts'

/**
 * Destroys what the companies' retention periods are over for, or tells what that would be. Prints ids, dates and
 * counts, and nothing of what an applicant wrote.
 *
 * @param given the command's arguments
 * @throws Error for an argument or a configuration that is of no use, and when something could not be destroyed
 */
export async function retentionCommand(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<void> {
  const dryRun = isDryRun(given, env)
  const config = readConfig(env)
  refuseToMakeDatabase(config)
  const { log } = createApp(config)
  const { db, url, close } = await openDatabase(config, log)
  try {
    // What is destroyed takes its jobs along, and on a fresh database there is no queue yet.
    if (!dryRun) await installQueue(url)
    const services = { config, db, storage: createStorage(config), log }
    const submissions = dryRun ? await findDue(services, new Date()) : await destroyDue(services)
    for (const { id, companyId, receivedAt, documents } of submissions) {
      const received = receivedAt.toISOString().slice(0, 10)
      print(`submission ${id} of company ${companyId}, received ${received}, documents: ${documents}`)
    }
    print(`${dryRun ? 'Would be destroyed now' : 'Destroyed'}: ${submissions.length}`)
  } finally {
    await close()
  }
}

import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open-database.ts'
import { checkInstallation } from '../files/installation.ts'
import { createStorage } from '../files/create-storage.ts'
import { createApp } from '../http/server.ts'
import { installQueue } from '../queue/install-queue.ts'
import { destroyDue } from '../modules/retention/destroy.service.ts'
import { findDue, type Due } from '../modules/retention/find-due.ts'
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
  await refuseToMakeDatabase(config)
  const { log } = createApp(config)
  const { db, url, close } = await openDatabase(config, log)
  try {
    // What is destroyed takes its jobs along, and on a fresh database there is no queue yet.
    if (!dryRun) await installQueue(url)
    const services = { config, db, storage: createStorage(config), log }
    await checkInstallation(services)
    const now = new Date()
    // Each line as soon as it is known: a backlog may be long.
    const tell = (submission: Due) => print(toLine(submission))
    const count = dryRun ? await eachDue(services, now, tell) : await destroyDue(services, now, tell)
    print(`${dryRun ? 'Would be destroyed now' : 'Destroyed'}: ${count}`)
  } finally {
    await close()
  }
}

/** Tells of everything that is due; answers how much that is. */
async function eachDue(
  services: Parameters<typeof findDue>[0],
  now: Date,
  tell: (submission: Due) => void,
): Promise<number> {
  let count = 0
  for await (const submission of findDue(services, now)) {
    count += 1
    tell(submission)
  }
  return count
}

function toLine({ id, companyId, receivedAt, documents }: Due): string {
  const received = receivedAt.toISOString().slice(0, 10)
  return `submission ${id} of company ${companyId}, received ${received}, documents: ${documents}`
}

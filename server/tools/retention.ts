// npm run retention                destroys now what the companies' retention periods are over for, as every night
// npm run retention -- --dry-run   lists it and destroys nothing
// Prints ids, dates and counts, and nothing of what an applicant wrote.
import { loadEnvFile, readConfig } from '../config.ts'
import { openDatabase } from '../database/open-database.ts'
import { createStorage } from '../files/storage.ts'
import { createApp } from '../http/server.ts'
import { installQueue } from '../jobs/queue.ts'
import { destroyDue, findDue, type Due } from '../modules/retention/destroy.service.ts'
import { messageOf } from '../system-error.ts'
import { isDryRun } from './dry-run.ts'

try {
  await run(isDryRun(process.argv.slice(2), process.env))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

async function run(dryRun: boolean): Promise<void> {
  loadEnvFile()
  const config = readConfig(process.env)
  const { log } = createApp(config)
  const { db, url, close } = await openDatabase(config, log)
  try {
    // What is destroyed takes its jobs along, and on a fresh database there is no queue yet.
    await installQueue(url)
    const services = { config, db, storage: createStorage(config), log }
    report(dryRun ? await findDue(services, new Date()) : await destroyDue(services), dryRun)
  } finally {
    await close()
  }
}

function report(submissions: Due[], dryRun: boolean): void {
  for (const { id, companyId, receivedAt, documents } of submissions) {
    const what = `submission ${id} of company ${companyId}`
    console.log(`${what}, received ${receivedAt.toISOString().slice(0, 10)}, documents: ${documents}`)
  }
  console.log(`${dryRun ? 'Would be destroyed now' : 'Destroyed'}: ${submissions.length}`)
}

import { destroyDue } from '../retention/destroy.service.ts'
import { findDue, type Due } from '../retention/find-due.ts'
import { installQueue } from '../platform/queue/install-queue.ts'
import { withInstallation } from './with-installation.ts'

/** Prints ids, dates and counts only. */
export async function retentionCommand(
  given: { dryRun?: boolean | undefined },
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<void> {
  // npm keeps the flag for itself if `--` is left out before it.
  const dryRun = given.dryRun || env.npm_config_dry_run === 'true'
  await withInstallation(env, async (services) => {
    const now = new Date()
    const printDue = (submission: Due) => print(formatDue(submission))
    if (dryRun) {
      let count = 0
      for await (const submission of findDue(services, now)) {
        count += 1
        printDue(submission)
      }
      print(`Would be destroyed now: ${count}`)
      return
    }
    // Destroying removes queued jobs too, and a new database has no queue yet.
    await installQueue(services.url)
    print(`Destroyed: ${await destroyDue(services, now, printDue)}`)
  })
}

function formatDue({ id, companyId, receivedAt, documents }: Due): string {
  const received = receivedAt.toISOString().slice(0, 10)
  return `submission ${id} of company ${companyId}, received ${received}, documents: ${documents}`
}

import { expect, vi } from 'vitest'
import { readKeyRing } from '../../platform/crypto/main-key.ts'
import { NAMED_FILES } from '../../platform/files/named-files.ts'
import { isUnfinished, STORAGE_FOLDERS } from '../../platform/files/storage.ts'
import { sweepFiles } from '../../platform/files/sweep-files.ts'
import { GRACE_MS } from '../../platform/files/walk-files.ts'
import { Prisma } from '../../generated/client.ts'
import { chainReport, verifyChain } from '../../events/audit/verify-chain.ts'
import { orphansCommand } from '../../tools/orphans-command.ts'
import { withInstallation, type CommandServices } from '../../tools/with-installation.ts'

export type Env = Record<string, string | undefined>

/** Jobs that are not done nor given up, and PDFs that no job will make, but for those of a calendar. */
export async function jobsLeft(env: Env): Promise<number> {
  let left = 0
  await withInstallation(env, async ({ db }) => {
    const [row] = await db.system('test').write(
      (client) => client.$queryRaw<{ left: number }[]>`
        SELECT ((SELECT count(*) FROM graphile_worker.jobs
                 WHERE attempts < max_attempts AND key NOT IN ('sweep', 'retention'))
              + (SELECT count(*) FROM "SubmissionDesk" AS row WHERE "pdfState" = 'pending' AND NOT EXISTS (
                   SELECT 1 FROM graphile_worker.jobs
                   WHERE attempts < max_attempts AND key LIKE '%:' || row."id")))::int AS "left"`,
    )
    left = row?.left ?? 0
  })
  return left
}

/**
 * Each row's file is there, each file has a row once leftovers are moved aside as an operator confirms it (the sweep
 * alone moves few), and the audit log verifies.
 * @returns how many files were moved aside or erased
 */
export async function expectSound(env: Env, { wasClockSetBack = false } = {}): Promise<number> {
  let swept = 0
  await withInstallation(env, async (services) => {
    const before = await compareFiles(services)
    expect(before.missing).toEqual([])
    swept = before.orphans.length
    // A sweep leaves young files alone.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + GRACE_MS + 60_000 })
    try {
      await sweepFiles(services)
      await orphansCommand({ confirm: true }, env, () => {})
    } finally {
      vi.useRealTimers()
    }
    expect(await compareFiles(services)).toEqual({ missing: [], orphans: [] })

    const { db, config } = services
    const verdict = await verifyChain({ db, keys: await readKeyRing(config, db) })
    const { isSound, lines } = await chainReport(db, verdict)
    // An entry put in afterwards looks the same as one written after the clock was set back.
    if (wasClockSetBack) expect([verdict.broken, verdict.late.length > 0]).toEqual([null, true])
    else expect([isSound, isSound ? [] : lines]).toEqual([true, []])
  })
  return swept
}

async function compareFiles({ db, storage }: CommandServices) {
  const rows = await db
    .system('test')
    .write((client) => client.$queryRaw<{ name: string }[]>(Prisma.raw(NAMED_FILES)))
  const named = new Set(rows.map(({ name }) => name))
  const stored = new Set<string>()
  for (const folder of STORAGE_FOLDERS) for await (const { name } of storage.list(folder)) stored.add(name)
  return {
    missing: [...named].filter((name) => !stored.has(name)),
    orphans: [...stored].filter((name) => isUnfinished(name) || !named.has(name)),
  }
}

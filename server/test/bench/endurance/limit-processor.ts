import { mkdir, rmdir, readFile, writeFile } from 'node:fs/promises'

const ROOT = '/sys/fs/cgroup/cpu'
const PERIOD_US = 20_000

/**
 * Gives a process at most that share of one processor, by a control group (version 1) of Linux, as root.
 * @returns lifts the limit
 */
export async function limitProcessor(name: string, pid: number, share: number): Promise<() => Promise<void>> {
  const group = `${ROOT}/${name}-${process.pid}`
  await mkdir(group, { recursive: true })
  await writeFile(`${group}/cpu.cfs_period_us`, String(PERIOD_US))
  await writeFile(`${group}/cpu.cfs_quota_us`, String(Math.round(PERIOD_US * share)))
  await writeFile(`${group}/cgroup.procs`, String(pid))
  return async () => {
    for (const each of (await readFile(`${group}/cgroup.procs`, 'utf8')).split('\n').filter(Boolean))
      await writeFile(`${ROOT}/cgroup.procs`, each)
    await rmdir(group)
  }
}

import { readdir, readFile } from 'node:fs/promises'

/** Memory of a process and its children in RAM; what they share counts once. */
export async function familyMegabytes(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(
    pids.map(async (each) => {
      const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (Number(each) !== pid && parent !== pid) return 0
      const rollup = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
    }),
  )
  return all.reduce((sum, each) => sum + each, 0)
}

import { readdir, readFile } from 'node:fs/promises'

/** Linux counts the time of a process in hundredths of a second. */
const TICK_MS = 10

type Stat = { parent: number; own: number; ofEnded: number }

/** @returns null for a process that has ended */
async function readStat(pid: number | string): Promise<Stat | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name of the program, in brackets, may hold spaces.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ')
  if (!fields) return null
  const sum = (...indices: number[]) =>
    indices.reduce((total, index) => total + Number(fields[index]), 0) * TICK_MS
  return { parent: Number(fields[1]), own: sum(11, 12), ofEnded: sum(13, 14) }
}

/** @returns milliseconds of processor time that the process has used */
export const processTime = async (pid: number): Promise<number> => (await readStat(pid))?.own ?? Number.NaN

/** @returns milliseconds of processor time that the process and its children have used, ended children included */
export async function familyTime(pid: number): Promise<number> {
  const parent = await readStat(pid)
  if (!parent) return Number.NaN
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(pids.map(readStat))
  return all.reduce(
    (total, stat) => total + (stat?.parent === pid ? stat.own : 0),
    parent.own + parent.ofEnded,
  )
}

/** Memory of the process that is in RAM. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

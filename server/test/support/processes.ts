import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { projectRoot } from '../../project-root.ts'

export type Child = {
  url: string
  process: ChildProcess
  /** Everything printed before and with the Ready line. */
  lines: string[]
  startedInMs: number
  /** SIGTERM, then waits for the end; answers the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL to the whole process group, as an operator's or the kernel's last word. */
  killGroup(): Promise<void>
}

/**
 * Starts a Node process and waits for its line `Ready on <url>`.
 * @param env added to this process's own; `undefined` removes a name
 * @param onLog is given every line of its stderr, which otherwise shows
 * @throws Error when it ends before it is ready
 */
export function startChild(
  args: string[],
  env: Record<string, string | undefined>,
  onLog?: (line: string) => void,
): Promise<Child> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (onLog) createInterface({ input: child.stderr }).on('line', onLog)
  else child.stderr.pipe(process.stderr)
  const lines: string[] = []
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  const killGroup = async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`${args.join(' ')} ended with ${code} before it was ready`)),
    )
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const url = /^Ready on (\S+)/.exec(line)?.[1]
      if (!url) return
      resolve({ url, process: child, lines, startedInMs: performance.now() - began, stop, killGroup })
    })
  })
}

export const median = (numbers: number[]): number => percentile(numbers, 0.5)

export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

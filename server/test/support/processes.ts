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
  /** Sends a signal to the whole process group, then waits for the end. Returns the exit code. */
  signalGroup(signal: NodeJS.Signals): Promise<number | null>
  /** SIGKILL to the whole process group, as an operator's or the kernel's last word. */
  killGroup(): Promise<void>
}

/**
 * Starts a process, a group of its own, and waits for its line `Ready on <url>`.
 * @param env added to this process's own; `undefined` removes a name
 * @param log takes its stderr: a file, or a function that is given every line; this process's own unless told
 * @param program Node unless told
 * @throws Error when it ends before it is ready
 */
export function startChild(
  args: string[],
  env: Record<string, string | undefined>,
  log: number | 'inherit' | ((line: string) => void) = 'inherit',
  program = process.execPath,
): Promise<Child> {
  const began = performance.now()
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', typeof log === 'function' ? 'pipe' : log],
    detached: true,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (typeof log === 'function' && child.stderr) createInterface({ input: child.stderr }).on('line', log)
  const lines: string[] = []
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
    return ended
  }
  const killGroup = async () => void (await signalGroup('SIGKILL'))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`${args.join(' ')} ended with ${code} before it was ready`)),
    )
    if (!child.stdout) throw new Error('A child without an output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const url = /^Ready on (\S+)/.exec(line)?.[1]
      if (!url) return
      resolve({
        url,
        process: child,
        lines,
        startedInMs: performance.now() - began,
        stop,
        signalGroup,
        killGroup,
      })
    })
  })
}

export const median = (numbers: number[]): number => percentile(numbers, 0.5)

export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

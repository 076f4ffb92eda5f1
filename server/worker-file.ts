import { existsSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.ts'

/** A thread's program: its source, or in a built server the file of the same name under dist. */
export function workerFile(source: string): { filename: string; execArgv: string[] } {
  const built = `dist/${path.parse(source).name}.mjs`
  return existsSync(source)
    ? { filename: source, execArgv: ['--import', 'tsx'] }
    : { filename: path.join(projectRoot, built), execArgv: ['--enable-source-maps'] }
}

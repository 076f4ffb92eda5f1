import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** The source and the bundle in dist lie at different depths. */
export const projectRoot = findRoot(import.meta.dirname)

export function readVersion(): string {
  const text = readFileSync(path.join(projectRoot, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

function findRoot(start: string): string {
  let folder = start
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${start}`)
    folder = parent
  }
  return folder
}

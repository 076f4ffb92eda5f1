import { existsSync } from 'node:fs'
import path from 'node:path'

/** The source and the bundle in dist lie at different depths. */
export const projectRoot = findRoot(import.meta.dirname)

function findRoot(start: string): string {
  let folder = start
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${start}`)
    folder = parent
  }
  return folder
}

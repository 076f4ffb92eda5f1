import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The folder that holds package.json, as an absolute path. The same file runs from its source
 * (server/project-root.ts) and inside the bundle (dist/server.mjs), which lie at different depths.
 */
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

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '../project-root.ts'

/** The version of package.json. */
export async function release(): Promise<string> {
  const text = await readFile(path.join(projectRoot, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

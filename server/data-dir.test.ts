import { chmodSync, chownSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDataDir } from './data-dir.ts'
import { toMessage } from './system-error.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'intake-data-dir-'))
chmodSync(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))

const isRoot = process.geteuid?.() === 0
const NOBODY = 65_534

const failure = (dataDir: string): Promise<string> => openDataDir(dataDir).then(() => 'usable', toMessage)

/** Runs the check as a user who is not root. */
async function failureAsNobody(dataDir: string): Promise<string> {
  if (!isRoot) return failure(dataDir)
  process.seteuid?.(NOBODY)
  try {
    return await failure(dataDir)
  } finally {
    process.seteuid?.(0)
  }
}

describe('DATA_DIR', () => {
  it('is made where it is missing, and left empty', async () => {
    const made = path.join(folder, 'a', 'b')
    expect(await failure(made)).toBe('usable')
    expect(await readdir(made)).toEqual([])
  })

  it('is named when it, or a folder in it, is a file', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    const advice = 'is a file; set DATA_DIR to another folder'
    expect(await failure(file)).toBe(`DATA_DIR ${file} cannot be used: it ${advice}`)
    const data = path.join(folder, 'data')
    await mkdir(data)
    await writeFile(path.join(data, 'files'), '')
    expect(await failure(data)).toBe(`DATA_DIR ${data} cannot be used: its folder files ${advice}`)
    expect(await failure(path.join(file, 'data'))).toMatch(
      /^DATA_DIR .*file\/data cannot be used: it stands in the file .*file; set DATA_DIR to another folder$/,
    )
  })

  it('is named with its owner when it, or a folder in it, is not open to this user', async () => {
    const data = path.join(folder, 'closed')
    await mkdir(path.join(data, 'keys'), { recursive: true })
    chmodSync(data, 0o555)
    const uid = isRoot ? NOBODY : process.geteuid?.()
    const owner = isRoot ? 0 : uid
    const advice = `is not open to this user (uid ${uid}, owner uid ${owner}); give it to this user, or set DATA_DIR to another folder`
    expect(await failureAsNobody(data)).toBe(`DATA_DIR ${data} cannot be used: it ${advice}`)
    chmodSync(data, 0o755)
    chmodSync(path.join(data, 'keys'), 0o000)
    if (isRoot) chownSync(data, NOBODY, NOBODY)
    expect(await failureAsNobody(data)).toBe(`DATA_DIR ${data} cannot be used: its folder keys ${advice}`)
    chmodSync(path.join(data, 'keys'), 0o755)
  })
})

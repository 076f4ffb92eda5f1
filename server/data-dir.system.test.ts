import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { startFailure } from './start-failure.ts'
import { startIntake } from './start.ts'
import { toMessage } from './system-error.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'intake-data-dir-'))
// Under root, PostgreSQL runs as another user, who must get through.
await chmod(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))

const failure = (dataDir: string): Promise<string> => openDataDir(dataDir).then(() => 'usable', toMessage)

/** Mounts a file system in memory for the time of the work. */
async function mounted<T>(options: string, work: (place: string) => Promise<T>): Promise<T> {
  const place = path.join(folder, 'mounted')
  await mkdir(place, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'intake-test', place])
  try {
    return await work(place)
  } finally {
    execFileSync('umount', [place])
  }
}

describe('DATA_DIR', () => {
  it.each(['', 'new', 'new/one'])('is named when it is read-only: %j', async (name) => {
    expect(await mounted('ro', (place) => failure(path.join(place, name)))).toMatch(
      /^DATA_DIR .* cannot be used: it is read-only; mount it for writing, or set DATA_DIR to another folder$/,
    )
  })

  it('is named when its disk fills up while the embedded database is made', async () => {
    const start = (place: string) => {
      const config = readConfig({ DATA_DIR: path.join(place, 'data'), PORT: '0', LOG_LEVEL: 'silent' })
      return startIntake(config, { write: () => {} }).then(
        () => 'started',
        (error: unknown) => startFailure(error, config),
      )
    }
    expect(await mounted('size=30m,mode=755', start)).toMatch(
      /^DATA_DIR .* cannot be used: it has no space left; make room, or set DATA_DIR to another folder$/,
    )
  })

  it('is named when its disk is full', async () => {
    const full = (place: string) =>
      writeFile(path.join(place, 'ballast'), Buffer.alloc(4096)).then(() => failure(place))
    expect(await mounted('size=4k', full)).toMatch(
      /^DATA_DIR .* cannot be used: it has no space left; make room, or set DATA_DIR to another folder$/,
    )
  })
})

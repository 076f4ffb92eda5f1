import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'

const COMMANDS = ['keys-rotate', 'orphans', 'retention', 'audit-verify', 'backup', 'certificates']

it.each(COMMANDS)('%s says in one line why it cannot reach the database', { timeout: 120_000 }, (command) => {
  const args = { backup: ['unwritten.tar'], 'keys-rotate': ['--yes'] }[command] ?? []
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', `dist/${command}.mjs`, ...args],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATA_DIR: tmpdir(),
        DATABASE_URL: 'postgresql://intake:word@127.0.0.1:1/intake',
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
    },
  )
  expect(status).not.toBe(0)
  expect(stderr).toMatch(
    /^(The audit log cannot be verified: )?The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  )
})

it('statements reads the other files where one is missing, and names it', { timeout: 120_000 }, async () => {
  const [folder, file] = [tmpdir(), path.join(tmpdir(), `${randomUUID()}.pdf`)]
  await writeFile(file, 'no PDF')
  const { status, stderr, stdout } = spawnSync(process.execPath, ['dist/statements.mjs', folder, file], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, OCR: 'off' },
  })
  await rm(file)
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${folder}: EISDIR`)])
  expect(JSON.parse(stdout)).toMatchObject([{ file: path.basename(file) }])
})

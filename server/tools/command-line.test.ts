// @module-tag long
import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { opensslSealer, seal, unsealed } from '../evidence/sealed.fixture.ts'
import { projectRoot } from '../project-root.ts'
import { PROGRAMS } from './programs.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'intake-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const programs = Object.keys(PROGRAMS).map((name) => [name, [`dist/${name}.mjs`]] as const)
const scripts = [
  'prisma/make-migration.ts',
  'server/test/bench/seed-load.ts',
  'server/test/openapi/write.ts',
].map((file) => [file, ['--import', 'tsx', file]] as const)
const tools = ['server/deploy/runtime.mjs', 'server/tools/ensure.mjs', 'server/tools/test.mjs'].map(
  (file) => [file, [file]] as const,
)

/** With no database to be found: nothing listens at port 1. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    encoding: 'utf8',
    input: '',
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: '0',
      DATABASE_URL: 'postgresql://intake:word@127.0.0.1:1/intake',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...env,
    },
  })
  return { status, stdout, stderr }
}

describe.each([...programs, ...scripts, ...tools])('%s', { timeout: 120_000 }, (name, command) => {
  it('says with --help how to call it, and does nothing', () => {
    expect(run([...command, '--help'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Usage: (npm|node) /) as string,
      stderr: '',
    })
  })

  // Any words may be the names of files.
  const takesFiles = ['statements', 'trace', 'verify'].includes(name)
  const wrong = ['--nonsense', ...(takesFiles ? [] : ['nonsense nonsense'])]
  it.each(wrong)('refuses %s with the usage', (given) => {
    expect(run([...command, ...given.split(' ')])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^Unknown (option|argument) '(--)?nonsense'\n\nUsage: (npm|node) /,
      ) as string,
    })
  })

  it('leaves no trace of these', () => expect(readdirSync(folder)).toEqual([]))
})

it.each([
  ['backup', 'An argument is missing'],
  ['restore', 'An argument is missing'],
  ['move-files', 'Name the new store by --to'],
  ['keys-rotate', 'Without a terminal to ask at, changing the main key needs --yes'],
])('%s without what it needs does nothing', { timeout: 120_000 }, (name, reason) => {
  const { status, stdout, stderr } = run([`dist/${name}.mjs`])
  expect([status, stdout, stderr.slice(0, reason.length)]).toEqual([2, '', reason])
})

it('verify judges by the certificate of the settings where there is no database', async () => {
  const sealer = opensslSealer('rsa:2048', '/CN=Acme')
  const files = mkdtempSync(path.join(tmpdir(), 'intake-sealed-'))
  try {
    const file = path.join(files, 'sealed.pdf')
    const certificate = path.join(files, 'seal.pem')
    const key = path.join(files, 'seal.key')
    writeFileSync(file, (await seal(await unsealed(), sealer)).pdf)
    writeFileSync(certificate, new X509Certificate(sealer.certificate).toString())
    writeFileSync(key, sealer.key.export({ type: 'pkcs8', format: 'pem' }))
    const { status, stdout, stderr } = run(['dist/verify.mjs', file], {
      SIGNING_CERT_FILE: certificate,
      SIGNING_KEY_FILE: key,
    })
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ state: 'sealed' })])
    expect(stderr).toMatch(
      /^The database of DATABASE_URL cannot.*; only the certificate of the settings is known/,
    )
  } finally {
    rmSync(files, { recursive: true })
  }
})

it('a role that there is not is refused', () => {
  const { status, stderr } = run(['dist/server.mjs', '--role', 'queue'])
  expect([status, stderr.split('\n')[0]]).toEqual([2, '--role is "queue", but takes web, worker or all'])
})

it('a command says which name is misspelled', { timeout: 120_000 }, () => {
  expect(run(['dist/orphans.mjs'], { PUBLIC_ULR: 'https://apply.example.com' }).stderr).toMatch(
    /^PUBLIC_ULR is not a setting and has no effect; did you mean PUBLIC_URL\?\nThe database of DATABASE_URL cannot/,
  )
})

describe.each(programs)('%s under an old Node', (_name, [file]) => {
  it('names it in one line, before it loads anything', () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' }); import('./${file}')`
    expect(run(['--eval', old])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Intake needs Node 20.19 or later; this is 18.20.8\n',
    })
    expect(readFileSync(path.join(projectRoot, file), 'utf8')).not.toMatch(/^(import|export)\b[^(]/m)
  })
})

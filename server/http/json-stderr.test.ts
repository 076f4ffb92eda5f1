import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const SECRET = '123-45-6789'
const HERE = pathToFileURL(path.join(import.meta.dirname, 'json-stderr.ts')).href
const PRINTS = `
  import { Worker } from 'node:worker_threads'
  import { keepStderrJson, logThrown } from '${HERE}'
  keepStderrJson()
  console.trace(Object.assign(new Error('Query read timeout'), { detail: 'Key (ssn)=(${SECRET}) exists' }))
  console.warn('a library is old')
  process.emitWarning('a setting is old')
  process.stderr.write('{"level":30,"msg":"a line of the log"}\\n')
  logThrown('unhandledRejection', new Error('of our own'))
  new Worker('console.error("from a thread")', { eval: true })`

it('makes a line of JSON of everything that is printed, without the details of an error', () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', PRINTS]
  const { stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toBe('')
  const lines = stderr
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        level: 40,
        time: expect.any(String),
        printed: 'Trace: Error: Query read timeout',
        stack: expect.stringMatching(/^\s+at /),
      }),
      expect.objectContaining({ level: 40, printed: 'a library is old' }),
      expect.objectContaining({ level: 40, msg: 'a warning of Node' }),
      { level: 30, msg: 'a line of the log' },
      expect.objectContaining({ level: 50, msg: 'unhandledRejection' }),
      expect.objectContaining({ level: 40, printed: 'from a thread' }),
    ]),
  )
  expect(lines).toHaveLength(6)
  expect(stderr).not.toContain(SECRET)
})

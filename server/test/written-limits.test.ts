import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'

const read = (...parts: string[]) => readFileSync(path.join(projectRoot, ...parts), 'utf8')

it('SECURITY.md has at most 2,500 words, README.md at most 130 lines', () => {
  expect(read('SECURITY.md').trim().split(/\s+/).length).toBeLessThanOrEqual(2500)
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(130)
})

const decisions = readdirSync(path.join(projectRoot, 'server/decisions'))

it.each(decisions)('the title of %s names its subject', (file) => {
  expect(read('server/decisions', file)).toMatch(/^# [A-Z][^:\n]+: \S/)
})

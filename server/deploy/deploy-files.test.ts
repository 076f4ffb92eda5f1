import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { SETTING_NAMES } from '../config.ts'
import { readVersion } from '../project-root.ts'

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const compose = read('compose.yaml')
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted()

it('has a compose file without an error, which the linter finds', () => {
  const dclint = path.join('node_modules', 'dclint', 'bin', 'dclint.cjs')
  execFileSync(process.execPath, [dclint, '--quiet', import.meta.dirname])
})

it('passes every setting of Intake on, and asks for each that the example names', () => {
  const [, environment = ''] = /environment: &environment\n((?: {4}.+\n)+)/.exec(compose) ?? []
  const set = namesIn(environment, /^ {4}([A-Z0-9_]+):/gm)
  expect(set).toEqual(SETTING_NAMES.toSorted())
  const asked = [...new Set(namesIn(compose, /\$\{([A-Z0-9_]+)/g))]
  expect(namesIn(read('env.example'), /^#?([A-Z0-9_]+)=/gm)).toEqual(asked)
})

it('scrapes each process of Intake at the port that it opens, with the rules', () => {
  const [, targets = ''] = /targets: \[(.*)\]/.exec(read('prometheus.yml')) ?? []
  const scraped = namesIn(targets, /'([a-z0-9-]+):9464'/g)
  const services = compose.split(/^services:\n/m)[1] ?? ''
  const nodes = services.split(/^ {2}(?=[a-z])/m).filter((each) => each.includes('<<: *intake'))
  expect(scraped).toEqual(nodes.map((each) => each.split(':')[0]).toSorted())
  for (const node of nodes) expect(node).not.toContain('environment:')
  expect(compose).toContain("METRICS_PORT: '9464'")
  for (const file of ['prometheus.yml', 'alert-rules.yml'])
    expect(compose).toContain(`./${file}:/etc/prometheus/`)
})

it('gives every service fixed versions, a limit, a read-only disk and no new privileges', () => {
  const services = compose
    .split(/^services:\n/m)[1]
    ?.split(/^networks:\n/m)[0]
    ?.split(/^ {2}(?=[a-z])/m)
    .slice(1)
  expect(services).toHaveLength(9)
  for (const service of services ?? []) {
    const isHardened = /<<: \*(hardened|intake)/.test(service) || service.includes('no-new-privileges')
    const isChecked = /<<: \*intake|healthcheck:/.test(service)
    const isLimited = /<<: \*intake|memory: \d/.test(service)
    expect([service, isHardened, isChecked, isLimited]).toEqual([service, true, true, true])
  }
  for (const tag of namesIn(compose, /image: \S+:(\S+)/g)) expect(tag).toMatch(/\d+\.\d+\.\d+|18\.\d+/)
})

it('names this version in image, compose file and changelog', () => {
  const version = readVersion()
  expect(compose).toContain(`image: intake:${version}\n`)
  expect(read('Dockerfile')).toContain(`-t intake:${version} `)
  expect(read('../CHANGELOG.md')).toMatch(new RegExp(`^## \\[${version}\\]`, 'm'))
})

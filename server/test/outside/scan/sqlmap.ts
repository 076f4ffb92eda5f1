import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from './programs.ts'
import type { Target } from './targets.ts'

/** sqlmap asks for statuses that it should not stop at; refusals are what most of its requests get. */
const REFUSALS = '400,401,403,404,409,413,415,429'
const FOUND = /might be injectable|appears to be .*injectable|is vulnerable|Parameter: .* \(|false positive/

/** Of a body with more parameters, each is tried with less. */
const MANY = 20

/** What sqlmap says of one call. */
export type SqlmapVerdict = { call: string; parameters: number; findings: string[] }

/** Where sqlmap is to put what it tries: each text and number of the path, the query and the body. */
const MARK = '*'

/** Tries every parameter of one call; `folder` takes what it prints. */
export async function sqlmap(
  url: string,
  token: string | undefined,
  target: Target,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<SqlmapVerdict> {
  const name = target.operation.name
  const base = path.join(folder, name.replace(/\W+/g, '-'))
  await mkdir(folder, { recursive: true })
  const { text, parameters } = marked(url, token, target)
  if (parameters === 0) return { call: name, parameters, findings: [] }
  await writeFile(`${base}.request`, text)
  const args = [
    '-r',
    `${base}.request`,
    '--batch',
    `--level=${parameters > MANY ? 1 : 2}`,
    '--risk=1',
    '--dbms=PostgreSQL',
    '--time-sec=3',
  ]
  const quick = ['--ignore-stdin', '--threads=2', '--timeout=20', '--retries=1', `--ignore-code=${REFUSALS}`]
  const fresh = ['--flush-session', '--disable-coloring', `--output-dir=${base}.session`]
  await runProgram(['sqlmap', ...args, ...quick, ...fresh], `${base}.log`, seconds)
  const log = await readFile(`${base}.log`, 'utf8')
  const findings = log.split('\n').filter((line) => FOUND.test(line))
  const ended = /all tested parameters do not appear to be injectable/.test(log)
  return { call: name, parameters, findings: ended ? findings : [...findings, `not done after ${seconds} s`] }
}

/** The request as text, with a mark behind every value. */
function marked(
  url: string,
  token: string | undefined,
  target: Target,
): { text: string; parameters: number } {
  const { operation, query, body } = target
  const inPath = operation.inPath.length > 0
  let address = inPath ? target.path + MARK : target.path
  if (query.length > 0)
    address += `?${query.map(([name, value]) => `${name}=${markedQuery(value)}`).join('&')}`
  const json = body === null ? null : JSON.stringify(body, (_key, value: unknown) => markedValue(value))
  const text = [
    `${operation.method} ${address} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(json === null ? [] : ['Content-Type: application/json']),
    '',
    json ?? '',
  ].join('\r\n')
  return { text, parameters: text.split(MARK).length - 1 }
}

const markedValue = (value: unknown): unknown => (typeof value === 'string' ? value + MARK : value)

/** In JSON behind each of its texts, else at the end. */
function markedQuery(value: string): string {
  const isJson = /^[[{]/.test(value)
  const marks = isJson ? value.replace(/([\w.-]+)"(?!:)/g, `$1${MARK}"`) : value + MARK
  return encodeURIComponent(marks).replaceAll('%2A', MARK)
}

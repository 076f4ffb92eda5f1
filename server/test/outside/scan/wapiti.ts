import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isRecord, parseJson, toText } from '#domain/json'
import { listOf, recordOf } from '../fuzz/operations.ts'
import { runProgram } from './programs.ts'

/**
 * All that fit and need nothing from the internet: `nikto` and `wapp` fetch lists from GitHub, `ssrf` waits for a server
 * of its makers, as `xxe` does, `buster` is what ffuf does better.
 */
const MODULES = [
  'backup',
  'blindsql',
  'brute_login_form',
  'cookieflags',
  'crlf',
  'csp',
  'csrf',
  'exec',
  'file',
  'htaccess',
  'http_headers',
  'methods',
  'permanentxss',
  'redirect',
  'shellshock',
  'sql',
  'xss',
]

export type WapitiFinding = { category: string; level: number; where: string; info: string }

/** Crawls from the given addresses and attacks what it finds there; `seconds` for the crawl and for each module. */
export async function wapiti(
  url: string,
  starts: string[],
  token: string | undefined,
  { folder, name, seconds, crawl }: { folder: string; name: string; seconds: number; crawl: number },
): Promise<WapitiFinding[]> {
  await mkdir(folder, { recursive: true })
  const report = path.join(folder, `${name}.json`)
  const header = token === undefined ? [] : ['-H', `Authorization: Bearer ${token}`]
  const times = [
    '--max-scan-time',
    String(crawl),
    '--max-attack-time',
    String(Math.floor(crawl / 2)),
    '-t',
    '10',
  ]
  const args = [
    '-u',
    `${url}/`,
    '--scope',
    'domain',
    '-m',
    MODULES.join(','),
    '--flush-session',
    '--no-bugreport',
  ]
  await runProgram(
    [
      'wapiti',
      ...args,
      ...starts.flatMap((start) => ['-s', url + start]),
      ...times,
      ...header,
      '--store-session',
      path.join(folder, `${name}.session`),
      '-f',
      'json',
      '-o',
      report,
    ],
    path.join(folder, `${name}.log`),
    seconds,
  )
  const found = parseJson(await readFile(report, 'utf8').catch(() => ''))
  if (!isRecord(found))
    return [{ category: 'No report', level: 0, where: name, info: `not done after ${seconds} s` }]
  return ['vulnerabilities', 'anomalies', 'additionals'].flatMap((group) =>
    Object.entries(recordOf(found[group])).flatMap(([category, entries]) =>
      listOf(entries).map((entry) => ({
        category,
        level: Number(entry.level),
        where: `${toText(entry.method)} ${toText(entry.path)}`,
        info: toText(entry.info),
      })),
    ),
  )
}

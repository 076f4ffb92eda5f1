import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isRecord, parseJson, toText } from '#domain/json'
import { COMMON_PATHS, runProgram } from './programs.ts'
import { SUSPECTS } from './suspects.ts'

/** An address that answers something else than 'not there' or 'not yours'. */
export type FfufHit = { url: string; status: number; length: number }

/** Asks for every common path below `base`. */
export async function ffuf(
  base: string,
  token: string | undefined,
  { folder, name, seconds }: { folder: string; name: string; seconds: number },
): Promise<FfufHit[]> {
  await mkdir(folder, { recursive: true })
  const list = path.join(folder, 'paths.txt')
  const common = await readFile(COMMON_PATHS, 'utf8')
  await writeFile(list, [...new Set([...common.split('\n'), ...SUSPECTS])].filter(Boolean).join('\n'))
  const report = path.join(folder, `${name}.json`)
  const header = token === undefined ? [] : ['-H', `Authorization: Bearer ${token}`]
  const args = [
    '-u',
    `${base}/FUZZ`,
    '-w',
    list,
    '-mc',
    'all',
    '-fc',
    '401,403,404',
    '-t',
    '8',
    '-s',
    '-ac=false',
  ]
  await runProgram(
    ['ffuf', ...args, ...header, '-of', 'json', '-o', report],
    path.join(folder, `${name}.log`),
    seconds,
  )
  const found = parseJson(await readFile(report, 'utf8'))
  const results: unknown[] = isRecord(found) && Array.isArray(found.results) ? found.results : []
  return results
    .filter(isRecord)
    .map(({ url, status, length }) => ({ url: toText(url), status: Number(status), length: Number(length) }))
}

import { describeError } from './log.ts'

const FIRST_LINE = 300
const WARN = 40

const write = process.stderr.write.bind(process.stderr)
const toLine = (level: number, details: object): string =>
  `${JSON.stringify({ level, time: new Date().toISOString(), ...details })}\n`

/** For a person at a terminal, where there is no log yet. */
export const writePlainly = (line: string): boolean => write(`${line}\n`)

export const logThrown = (msg: string, error: unknown, level = 50): boolean =>
  write(toLine(level, { err: describeError(error), msg }))

/** Makes JSON of what libraries and threads print, such as graphile-worker about its retries, and of Node's warnings. */
export function keepStderrJson(): void {
  process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return Reflect.apply(write, undefined, [
      text.startsWith('{"level":') ? text : describeText(text),
      ...rest,
    ])
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => logThrown('a warning of Node', warning, WARN))
}

/** The first line and the frames: other lines of an error may quote a row. */
function describeText(text: string): string {
  const [first = '', ...lines] = text.trim().split('\n')
  const stack = lines.filter((line) => /^\s+at /.test(line)).join('\n')
  return toLine(WARN, { printed: first.slice(0, FIRST_LINE), stack, msg: 'printed by a library' })
}

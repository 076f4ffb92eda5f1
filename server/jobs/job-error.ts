/**
 * What a job's failure may tell the log and the queue's table: which job, what kind of error and where. An error's
 * own message stays out, as it may quote what was being worked on (security.md 21).
 */
export class JobError extends Error {
  override name = 'JobError'

  constructor(job: string, cause: unknown) {
    super(`${job}: ${classify(cause)}`)
    const frames = cause instanceof Error ? (cause.stack ?? '').split('\n').filter(isFrame) : []
    this.stack = [`${this.name}: ${this.message}`, ...frames].join('\n')
  }
}

/** 'Error ECONNREFUSED', 'PrismaClientKnownRequestError P2024', 'Error EENVELOPE 550' */
function classify(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  const details = (['code', 'responseCode'] as const).map((key) =>
    key in cause ? Reflect.get(cause, key) : undefined,
  )
  return [cause.name, ...details]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
}

const isFrame = (line: string): boolean => /^\s+at /.test(line)

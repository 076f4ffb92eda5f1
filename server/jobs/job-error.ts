/** Omits the cause's message, which may quote an applicant's answers. */
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
  const details = ['code', 'responseCode'].map((key): unknown => Reflect.get(cause, key))
  return [cause.name, ...details]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
}

const isFrame = (line: string): boolean => /^\s+at /.test(line)

import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { ClamdTalk, ScanError } from './clamd.ts'

type Needs = Pick<Services, 'config' | 'log'>

/**
 * Shows what flows through to ClamAV's daemon, where one is set, and ends only when that found it clean. It passes on as
 * it goes, so whoever reads from it must keep nothing that did not end. Nothing is taken unseen: while the daemon does
 * not answer, everything is refused.
 *
 * @throws (the stream) AppError infected, too_large, unavailable
 */
export function virusScan({ config, log }: Needs): Transform {
  if (config.clamdUrl === null) return new PassThrough()
  const talk = new ClamdTalk(config.clamdUrl)
  const begun = talk.write(Buffer.from('zINSTREAM\0'))
  begun.catch(() => {})
  const show = async (chunk: Buffer) => {
    await begun
    await talk.write(Buffer.concat([lengthOf(chunk), chunk]))
  }
  const stopped = (cause: unknown): AppError =>
    (talk.answered !== null && refusalFor(talk.answered, log)) || unavailable(cause)

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // An empty chunk tells the end.
      if (chunk.length === 0) return done()
      show(chunk).then(
        () => done(null, chunk),
        (cause: unknown) => done(stopped(cause)),
      )
    },
    flush(done) {
      show(Buffer.alloc(0))
        .catch((cause: unknown) => {
          // The answer may be quicker than the news that the end was taken.
          if (talk.answered === null) throw cause
        })
        .then(() => talk.answer())
        .then(
          (answer) => done(refusalFor(answer, log)),
          (cause: unknown) => done(unavailable(cause)),
        )
    },
    destroy(error, done) {
      talk.close()
      done(error)
    },
  })
}

/** The same for bytes in memory. @throws AppError infected, too_large, unavailable */
export async function scanBytes(needs: Needs, bytes: Buffer): Promise<void> {
  if (needs.config.clamdUrl === null) return
  await pipeline(Readable.from([bytes]), virusScan(needs), async (clean: AsyncIterable<Buffer>) => {
    for await (const chunk of clean) void chunk
  })
}

/** Says in the log of a start that uploads are closed, where they are. */
export async function checkScanner({ config, log }: Needs): Promise<void> {
  if (config.clamdUrl === null) return
  const talk = new ClamdTalk(config.clamdUrl)
  try {
    await talk.write(Buffer.from('zPING\0'))
    await talk.answer()
  } catch (err) {
    log.warn({ err }, 'CLAMD_URL is set and nothing answers there: files are refused until something does')
  } finally {
    talk.close()
  }
}

/** Four bytes, the highest first. */
function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

/** Null for a clean file. The log gets the name of the virus, never that of the file. */
function refusalFor(answer: string, log: Needs['log']): AppError | null {
  if (answer === 'stream: OK') return null
  const virus = /^stream: (\S{1,200}) FOUND$/.exec(answer)?.[1]
  if (virus !== undefined) {
    log.warn({ virus }, 'a file was refused: it contains a virus')
    return new AppError('infected')
  }
  if (answer.includes('size limit exceeded')) {
    log.warn('a file was refused: it is larger than the StreamMaxLength of clamd')
    return new AppError('too_large', ({ upload }) => upload.notScanned)
  }
  return unavailable(new ScanError('clamd answered neither clean nor found'))
}

const unavailable = (cause: unknown) => new AppError('unavailable', undefined, { cause })

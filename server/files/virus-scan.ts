import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limitConcurrency } from '../limit-concurrency.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { ClamdTalk, ScanError } from './clamd.ts'
import type { Storage } from './storage.ts'
import { readThrough, type StoredFileKey } from './stored-file.ts'

type Needs = Pick<Services, 'config' | 'log'>

/** clamd has so many threads, which are for files that are here and not for senders that take their time. */
export const SCANS_AT_ONCE = 4
/** Longer than this no upload waits for its turn. */
export const SCAN_WAIT_MS = 15_000

const inTurn = limitConcurrency(SCANS_AT_ONCE, {
  milliseconds: SCAN_WAIT_MS,
  error: unavailable(new ScanError('clamd is busy with other files')),
})

/**
 * Shows a stored file to ClamAV's daemon, where one is set. Nothing is taken unseen: while the daemon gives no verdict,
 * or none of its turns comes free in time, everything is refused. The file is the caller's to remove.
 *
 * @param owner whose file it is: owners take turns
 * @throws AppError infected, too_large, unavailable; SealError, FileMissingError
 */
export async function scanStored(
  needs: Needs & { storage: Storage },
  file: StoredFileKey,
  owner: string,
): Promise<void> {
  const { clamdUrl } = needs.config
  if (clamdUrl === null) return
  await inTurn(() => readThrough(needs.storage, file, () => scanner(clamdUrl, needs.log)), { owner })
}

/** The same for bytes in memory. @throws AppError infected, too_large, unavailable */
export async function scanBytes({ config: { clamdUrl }, log }: Needs, bytes: Buffer): Promise<void> {
  if (clamdUrl === null) return
  await inTurn(() => pipeline(Readable.from([bytes]), scanner(clamdUrl, log)))
}

/** Takes what is to be looked at, and ends only when that was found clean. */
function scanner(url: URL, log: Needs['log']): Writable {
  const talk = new ClamdTalk(url)
  const begun = talk.write(Buffer.from('zINSTREAM\0'))
  begun.catch(() => {})
  const show = async (chunk: Buffer) => {
    await begun
    await talk.write(Buffer.concat([encodeLength(chunk), chunk]))
  }
  const stopped = (cause: unknown): AppError =>
    (talk.answered !== null && refusalFor(talk.answered, log)) || unavailable(cause)

  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      // An empty chunk tells the end.
      if (chunk.length === 0) return done()
      show(chunk).then(
        () => done(),
        (cause: unknown) => done(stopped(cause)),
      )
    },
    final(done) {
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
function encodeLength({ length }: Buffer): Buffer {
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

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', undefined, { cause })
}

import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { AppError } from '../../errors.ts'
import { observe } from '../../observe.ts'
import type { Services } from '../../services.ts'
import { ClamdTalk, ScanError } from './clamd.ts'
import type { Storage } from './storage.ts'
import { readThrough, type StoredFileKey } from './stored-file.ts'

type Needs = Pick<Services, 'config' | 'log'>

export const SCANS_AT_ONCE = 4
export const SCAN_WAIT_MS = 15_000

const inTurn = limitConcurrency(SCANS_AT_ONCE, {
  milliseconds: SCAN_WAIT_MS,
  error: unavailable(new ScanError('clamd is busy with other files')),
})

// Scans a stored file with ClamAV's daemon, if one is set. Refuses every file while the daemon gives no verdict or
// stays busy. The caller removes a refused file.
export async function scanStored(
  needs: Needs & { storage: Storage },
  file: StoredFileKey,
  owner: string,
): Promise<void> {
  const { clamdUrl } = needs.config
  if (clamdUrl === null) return
  const work = () => readThrough(needs.storage, file, (content) => scan(clamdUrl, content, needs.log))
  await observe({ kind: 'scanner', name: 'file' }, () => inTurn(work, { owner }))
}

export async function scanBytes({ config: { clamdUrl }, log }: Needs, bytes: Buffer): Promise<void> {
  if (clamdUrl === null) return
  await observe({ kind: 'scanner', name: 'bytes' }, () => inTurn(() => scan(clamdUrl, [bytes], log)))
}

async function scan(
  url: URL,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  log: Needs['log'],
): Promise<void> {
  const talk = new ClamdTalk(url)
  try {
    await talk.write(Buffer.from('zINSTREAM\0'))
    // An empty chunk would mark the end.
    for await (const chunk of content) if (chunk.length > 0) await talk.write(withLength(chunk))
    await talk.write(withLength(Buffer.alloc(0))).catch((cause: unknown) => {
      // The answer may arrive before the write of the end is confirmed.
      if (talk.answered === null) throw cause
    })
    const error = toScanError(await talk.answer(), log)
    if (error) throw error
  } catch (cause) {
    if (!(cause instanceof ScanError)) throw cause
    throw (talk.answered !== null && toScanError(talk.answered, log)) || unavailable(cause)
  } finally {
    talk.close()
  }
}

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

function withLength(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return Buffer.concat([length, chunk])
}

function toScanError(answer: string, log: Needs['log']): AppError | null {
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

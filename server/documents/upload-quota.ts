import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { requireBudget, toBucketKey } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { checkDiskReserve } from '../platform/files/disk-reserve.ts'
import { oncePerInterval } from '../lib/once-per-interval.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { perDatabase } from '../platform/database/per-database.ts'
import { claimUsage, type Quota, type QuotaUse, settleUsage } from './upload-usage.ts'

const oncePerMinute = oncePerInterval(60_000)

type Claimant = {
  /** null of an API key, whose calls are counted already */
  triesOf: string | null
  /** Applicants' and staff's files count apart, so that neither can use up the other's share. */
  company?: { id: string; isApplicants: boolean }
  session?: { id: string; clientFileId: string | null; later?: LaterFiles }
}

/** Of a submitted application. `others`: files that don't count, as they came with it or from the other side. */
export type LaterFiles = { others: number; byStaff: boolean }

/** One upload's share of the quotas. Its bytes count for a day, even if the file is removed. */
export class UploadShare {
  readonly id = uuidV7()
  readonly sender: string
  room: number
  written = 0
  readonly #services: Services
  readonly #expected: number | null
  readonly #held: string[] = []
  readonly #uses: QuotaUse[] = []

  /**
   * @param sender an address or an API key, whose uploads take turns
   * @param expected length of the whole request; null if unknown
   * @throws AppError too_many_requests
   */
  constructor(services: Services, sender: string, expected: number | null) {
    const { keys, config } = services
    this.#services = services
    this.#expected = expected
    this.room = config.maxFileBytes
    this.sender = keys.mac('throttle', 'upload', sender).toString('base64url')
    const before = this.#hold(`turns ${this.sender}`)
    if (!config.rateLimit || before.count < LIMITS.uploadsPerAddressAtOnce) return
    this.#releaseHeld()
    const retryAfter = LIMITS.uploadTurnSeconds
    throw new AppError('too_many_requests', ({ tooManyTries }) => tooManyTries(retryAfter), { retryAfter })
  }

  /**
   * Claims room on the disk and in an applicant's address's quota, once, and in the company's.
   * @returns whether the session has the file already, which then counts nowhere
   * @throws AppError too_many_requests, conflict, quota_exceeded, storage_full
   */
  async claim({ triesOf, company, session }: Claimant): Promise<boolean> {
    const { db, config } = this.#services
    const isFirst = this.#held.length === 1
    if (isFirst) await checkDiskReserve(this.#services, this.#hold('disk').amount + this.#bytes)
    const isLimited = config.rateLimit
    if (!isLimited && !session) return false
    const quotas: Quota[] = []
    if (isLimited && isFirst && company?.isApplicants !== false)
      quotas.push({ key: `address ${this.sender}`, max: config.uploadQuotaAddressBytes })
    if (isLimited && company) {
      const key = `${company.isApplicants ? 'applicants' : 'staff'} ${company.id}`
      quotas.push({ key, max: config.uploadQuotaCompanyBytes })
    }
    const usage = await claimUsage(db, {
      triesKey:
        isLimited && triesOf !== null ? toBucketKey(this.#services, 'uploadPerSession', [triesOf]) : null,
      quotas,
      bytes: this.#bytes,
      least: this.#least,
      session: session ?? null,
    })
    if (!usage) return false
    const uses = usage.uses ?? []
    this.#uses.push(...uses.filter(({ slot }) => slot !== null))
    if (usage.isStored) {
      this.#releaseHeld(1)
      return true
    }
    const { count, left } = usage
    if (count !== null && left !== null) requireBudget('uploadPerSession', { count, left })
    refuseWhenFull(usage.present, session?.later)
    for (const use of uses) await this.#take(use)
    return false
  }

  /** Ends the upload. The bytes of a file that was refused or cut off count as far as they were written. */
  async release(isKept: boolean): Promise<void> {
    this.#releaseHeld()
    if (isKept && this.#expected !== null) return
    const counted = this.written === 0 ? 0 : Math.max(this.written, LIMITS.quotaFileBytes)
    for (const use of this.#uses)
      await settleUsage(this.#services.db, use, this.#bytes - counted).catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'an upload that ended counts whole'),
      )
  }

  async #take({ key, room, seconds }: QuotaUse): Promise<void> {
    if (room < this.#least) {
      const ofAddress = key.startsWith('address ')
      const quota = ofAddress ? 'UPLOAD_QUOTA_ADDRESS_MB' : 'UPLOAD_QUOTA_COMPANY_MB'
      await oncePerMinute(key, async () =>
        this.#services.log.warn({ quota, for: key }, 'an upload was refused: its quota is used up'),
      )
      const isKnown = ofAddress && seconds !== null
      throw new AppError('quota_exceeded', undefined, isKnown ? { retryAfter: Math.max(1, seconds) } : {})
    }
    this.room = Math.min(this.room, room)
  }

  #hold(key: string) {
    this.#held.push(key)
    return uploadsUnderWay(this.#services.db).hold(key, this.id, this.#bytes)
  }

  #releaseHeld(from = 0): void {
    for (const key of this.#held.splice(from)) uploadsUnderWay(this.#services.db).release(key, this.id)
  }

  get #bytes(): number {
    return Math.max(this.#expected ?? this.#services.config.maxFileBytes, LIMITS.quotaFileBytes)
  }

  /** A file of unknown length is cut where its room ends. */
  get #least(): number {
    return this.#expected === null ? LIMITS.quotaFileBytes : this.#bytes
  }
}

export function refuseWhenFull(present: number, later?: LaterFiles): void {
  const max = !later ? LIMITS.maxFiles : later.byStaff ? LIMITS.staffFiles : LIMITS.laterFiles
  if (present - (later?.others ?? 0) < max) return
  if (later?.byStaff) throw new AppError('conflict', serverMessages.upload.staffFull)
  throw new AppError('conflict', ({ upload }) => (later ? upload.laterFull : upload.full)(max))
}

type Others = { count: number; amount: number }

/**
 * Uploads in progress in this process, for what each process bounds alone: turns of an address and room on the disk.
 */
class UploadsUnderWay {
  readonly #held = new Map<string, Map<string, number>>()

  /** @returns what others held before */
  hold(key: string, id: string, amount: number): Others {
    const held = this.#held.get(key) ?? new Map<string, number>()
    this.#held.set(key, held)
    const others = { count: held.size, amount: [...held.values()].reduce((sum, each) => sum + each, 0) }
    held.set(id, amount)
    return others
  }

  release(key: string, id: string): void {
    const held = this.#held.get(key)
    held?.delete(id)
    if (held?.size === 0) this.#held.delete(key)
  }
}

const uploadsUnderWay = perDatabase(() => new UploadsUnderWay())

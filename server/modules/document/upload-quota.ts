import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { addressKey, requireBudget, toBucketKey } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import { checkDiskReserve } from '../../files/disk-reserve.ts'
import { oncePerInterval } from '../../once-per-interval.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../uuid.ts'
import { readUsage } from './upload-usage.ts'
import { uploadsUnderWay } from './uploads-under-way.ts'

const oncePerMinute = oncePerInterval(60_000)

/** Whose tries and quota an upload uses. */
type Claimant = {
  triesOf: string
  /** Applicants' and staff's files count apart, so that neither can use up the other's share. */
  company?: { id: string; isApplicants: boolean }
  session?: { id: string; clientFileId: string | null; later?: LaterFiles }
}

/** Of a submitted application. `others`: files that don't count, as they came with it or from the other side. */
export type LaterFiles = { others: number; byStaff: boolean }

/** One upload's share of the quotas, from its first byte until its row is written. */
export class UploadShare {
  /** the document's id */
  readonly id = uuidV7()
  room: number
  readonly uploadedFrom: string
  readonly #services: Services
  readonly #expected: number | null
  readonly #held: string[] = []

  /** @param expected length of the whole request; null if unknown @throws AppError too_many_requests */
  constructor(services: Services, ip: string, expected: number | null) {
    const { keys, config } = services
    this.#services = services
    this.#expected = expected
    this.room = config.maxFileBytes
    this.uploadedFrom = keys.mac('throttle', 'upload', addressKey(ip)).toString('base64url')
    const before = this.#hold(`turns ${this.uploadedFrom}`)
    if (!config.rateLimit || before.ids.length < LIMITS.uploadsPerAddressAtOnce) return
    this.release()
    const retryAfter = LIMITS.uploadTurnSeconds
    throw new AppError('too_many_requests', ({ tooManyTries }) => tooManyTries(retryAfter), { retryAfter })
  }

  /**
   * Claims room on the disk and in the address's quota, once, and in the company's.
   * @returns whether the session has the file already, which then counts nowhere
   * @throws AppError too_many_requests, conflict, quota_exceeded, storage_full
   */
  async claim({ triesOf, company, session }: Claimant): Promise<boolean> {
    const isFirst = this.#held.length === 1
    const disk = isFirst ? this.#hold('disk').amount + this.#bytes : 0
    // Held before the rows are read, so that the later of two uploads counts the earlier one.
    const ofAddress = isFirst ? this.#hold(`address ${this.uploadedFrom}`) : null
    const ofCompany = company ? this.#hold(`company ${company.id} ${company.isApplicants}`) : null
    const { db, config } = this.#services
    const isLimited = config.rateLimit
    const [usage] = await Promise.all([
      isLimited || session
        ? readUsage(db, {
            triesKey: isLimited ? toBucketKey(this.#services, 'uploadPerSession', [triesOf]) : null,
            address: isLimited && ofAddress ? { from: this.uploadedFrom, except: ofAddress.ids } : null,
            company: isLimited && company && ofCompany ? { ...company, except: ofCompany.ids } : null,
            session: session ?? null,
          })
        : null,
      isFirst && checkDiskReserve(this.#services, disk),
    ])
    if (!usage) return false
    if (usage.isStored) {
      this.release(1)
      return true
    }
    const { count, left, addressSeconds } = usage
    if (count !== null && left !== null) requireBudget('uploadPerSession', { count, left })
    refuseWhenFull(usage.present, session?.later)
    if (!isLimited) return false
    if (ofAddress) {
      const room = config.uploadQuotaAddressBytes - ofAddress.amount - usage.addressBytes
      const retryAfter = addressSeconds === null ? {} : { retryAfter: Math.max(1, addressSeconds) }
      await this.#take('UPLOAD_QUOTA_ADDRESS_MB', this.uploadedFrom, room, retryAfter)
    }
    if (company && ofCompany) {
      const room = config.uploadQuotaCompanyBytes - ofCompany.amount - usage.companyBytes
      await this.#take('UPLOAD_QUOTA_COMPANY_MB', company.id, room)
    }
    return false
  }

  /** @param from number of claims to keep */
  release(from = 0): void {
    for (const key of this.#held.splice(from)) uploadsUnderWay(this.#services.db).release(key, this.id)
  }

  async #take(
    quota: string,
    key: string,
    room: number,
    details: { retryAfter?: number } = {},
  ): Promise<void> {
    if (room < (this.#expected === null ? LIMITS.quotaFileBytes : this.#bytes)) {
      await oncePerMinute(key, async () =>
        this.#services.log.warn({ quota, for: key }, 'an upload was refused: its quota is used up'),
      )
      throw new AppError('quota_exceeded', undefined, details)
    }
    this.room = Math.min(this.room, room)
  }

  #hold(key: string) {
    this.#held.push(key)
    return uploadsUnderWay(this.#services.db).hold(key, this.id, this.#bytes)
  }

  get #bytes(): number {
    return Math.max(this.#expected ?? this.#services.config.maxFileBytes, LIMITS.quotaFileBytes)
  }
}

export function refuseWhenFull(present: number, later?: LaterFiles): void {
  const max = !later ? LIMITS.maxFiles : later.byStaff ? LIMITS.staffFiles : LIMITS.laterFiles
  if (present - (later?.others ?? 0) < max) return
  if (later?.byStaff) throw new AppError('conflict', serverMessages.upload.staffFull)
  throw new AppError('conflict', ({ upload }) => (later ? upload.laterFull : upload.full)(max))
}

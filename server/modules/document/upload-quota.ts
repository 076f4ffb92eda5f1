import { LIMITS } from '#domain/limits'
import { querySystem } from '../../auth/actor.ts'
import { addressKey } from '../../auth/throttle.ts'
import { perDatabase } from '../../database/per-database.ts'
import { AppError } from '../../errors.ts'
import { checkDiskReserve } from '../../files/disk-reserve.ts'
import { oncePerInterval } from '../../once-per-interval.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'

/**
 * Uploads in progress in this process. The quotas count stored rows plus these; uploads on other nodes are
 * not known.
 */
class UnderWay {
  readonly #amounts = new Map<string, number>()

  get(key: string): number {
    return this.#amounts.get(key) ?? 0
  }

  add(key: string, amount: number): void {
    const sum = this.get(key) + amount
    if (sum > 0) this.#amounts.set(key, sum)
    else this.#amounts.delete(key)
  }
}

const underWayIn = perDatabase(() => new UnderWay())

const oncePerMinute = oncePerInterval(60_000)

type Used = { bytes: number; retryAfter?: number }

/** One upload's share of the quotas, from its first byte until its row is written. */
export class UploadShare {
  room: number
  readonly uploadedFrom: string
  readonly #services: Services
  readonly #expected: number | null
  readonly #held: [key: string, amount: number][] = []

  /** @param expected length of the whole request; null if unknown @throws AppError too_many_requests */
  constructor(services: Services, ip: string, expected: number | null) {
    const { keys, config } = services
    this.#services = services
    this.#expected = expected
    this.room = config.maxFileBytes
    this.uploadedFrom = keys.mac('throttle', 'upload', addressKey(ip)).toString('base64url')
    const inTurn = `turns ${this.uploadedFrom}`
    const retryAfter = LIMITS.uploadTurnSeconds
    if (config.rateLimit && this.#underWay.get(inTurn) >= LIMITS.uploadsPerAddressAtOnce)
      throw new AppError('too_many_requests', ({ tooManyTries }) => tooManyTries(retryAfter), { retryAfter })
    this.#hold(inTurn, 1)
  }

  async claimAddress(): Promise<void> {
    this.#hold('disk', this.#bytes)
    await checkDiskReserve(this.#services, this.#underWay.get('disk'))
    await this.#claim(`address ${this.uploadedFrom}`, 'UPLOAD_QUOTA_ADDRESS_MB', () =>
      usedByAddress(this.#services, this.uploadedFrom),
    )
  }

  /** Applicants' and staff's files count apart, so that neither can use up the other's share. */
  claimCompany(companyId: string, isApplicants: boolean): Promise<void> {
    return this.#claim(`company ${companyId} ${isApplicants}`, 'UPLOAD_QUOTA_COMPANY_MB', () =>
      usedByCompany(this.#services, companyId, isApplicants),
    )
  }

  release(): void {
    for (const [key, amount] of this.#held.splice(0)) this.#underWay.add(key, -amount)
  }

  async #claim(key: string, quota: QuotaName, used: () => Promise<Used>): Promise<void> {
    const { config, log } = this.#services
    if (!config.rateLimit) return
    // Added before the rows are read, so that the later of two uploads counts the earlier one.
    const before = this.#underWay.get(key)
    this.#hold(key, this.#bytes)
    const { bytes, retryAfter } = await used()
    const room = QUOTAS[quota](config) - before - bytes
    if (room < (this.#expected === null ? LIMITS.quotaFileBytes : this.#bytes)) {
      await oncePerMinute(key, async () =>
        log.warn({ quota, for: key }, 'an upload was refused: its quota is used up'),
      )
      throw new AppError('quota_exceeded', undefined, retryAfter === undefined ? {} : { retryAfter })
    }
    this.room = Math.min(this.room, room)
  }

  #hold(key: string, amount: number): void {
    this.#held.push([key, amount])
    this.#underWay.add(key, amount)
  }

  get #bytes(): number {
    return Math.max(this.#expected ?? this.#services.config.maxFileBytes, LIMITS.quotaFileBytes)
  }

  get #underWay(): UnderWay {
    return underWayIn(this.#services.db)
  }
}

const QUOTAS = {
  UPLOAD_QUOTA_ADDRESS_MB: ({ uploadQuotaAddressBytes }: Services['config']) => uploadQuotaAddressBytes,
  UPLOAD_QUOTA_COMPANY_MB: ({ uploadQuotaCompanyBytes }: Services['config']) => uploadQuotaCompanyBytes,
}
type QuotaName = keyof typeof QUOTAS

const counted = Prisma.sql`coalesce(sum(greatest("fileSize", ${LIMITS.quotaFileBytes}::int)), 0)::float8`

async function usedByAddress({ db }: Services, uploadedFrom: string): Promise<Used> {
  const [row] = await querySystem<{ bytes: number; left: number | null }>(
    db,
    'public-form',
    'upload-quota-address',
    Prisma.sql`
      SELECT ${counted} AS "bytes",
        ceil(extract(epoch FROM min("createdAt") - now()))::int + ${LIMITS.quotaHours * 3600}::int AS "left"
      FROM "Document" WHERE "uploadedFrom" = ${uploadedFrom}
        AND "createdAt" > now() - make_interval(hours => ${LIMITS.quotaHours}::int)`,
  )
  return { bytes: row?.bytes ?? 0, ...(row?.left != null && { retryAfter: Math.max(1, row.left) }) }
}

async function usedByCompany({ db }: Services, companyId: string, isApplicants: boolean): Promise<Used> {
  const [row] = await querySystem<{ bytes: number }>(
    db,
    'public-form',
    'upload-quota-company',
    Prisma.sql`
      SELECT ${counted} AS "bytes" FROM "Document"
      WHERE "companyId" = ${companyId} AND ("formSessionId" IS NOT NULL) = ${isApplicants}::boolean
        AND "uploadedFrom" IS NOT NULL`,
  )
  return { bytes: row?.bytes ?? 0 }
}

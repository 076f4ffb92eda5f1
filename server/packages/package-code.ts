import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { addressKey, throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { recordEvent, type EventRecord } from '../events/record-event.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

/** Under a key: a digest of six digits alone could be tried out. */
export const codeDigest = (keys: KeyRing, id: string, code: string) =>
  keys.mac('form-session', 'package-code', id, code)

type Asked = { id: string; submissionId: string; codeUntil: Date | null; codeTries: number }

/** How long a code counts as just mailed, so that a page that is loaded again asks for no other. */
const FRESH_MS = 60_000

/** Queues the mail, unless one has just gone. @throws AppError too_many_requests */
export async function askForCode(
  services: Services,
  { id, submissionId, codeUntil, codeTries }: Asked,
  ip: string,
): Promise<void> {
  const madeAt = (codeUntil?.getTime() ?? 0) - LIMITS.packageCodeMinutes * 60_000
  if (Date.now() - madeAt < FRESH_MS && codeTries < LIMITS.packageCodeTries) return
  await throttle(services, 'packageCodePerAddress', id, addressKey(ip))
  await throttle(services, 'packageCodePerPackage', id)
  const job = { id: submissionId, package: id, at: new Date().toISOString() }
  await services.db.system('public-form').write((tx) => addJob(tx, 'package-code', job))
}

/** A right code is good once, and each wrong one is recorded. @throws AppError code_needed */
export async function useCode(
  { db, keys }: Services,
  id: string,
  code: string,
  about: Omit<EventRecord<'package-code-refused'>, 'act'>,
): Promise<void> {
  const digits = code.replace(/\s/g, '')
  const isRight = await db.system('public-form').write(async (tx) => {
    const [tried] = await tx.$queryRaw<{ codeDigest: Uint8Array }[]>`
      UPDATE "Package" SET "codeTries" = "codeTries" + 1
      WHERE "id" = ${id} AND "codeUntil" > now() AND "codeTries" < ${LIMITS.packageCodeTries}
        AND "codeDigest" IS NOT NULL
      RETURNING "codeDigest"`
    if (!tried) return false
    if (!keys.verifyMac(tried.codeDigest, 'form-session', 'package-code', id, digits)) {
      await recordEvent(tx, { ...about, act: 'package-code-refused' })
      return false
    }
    await tx.package.update({ where: { id }, data: { codeDigest: null, codeUntil: null } })
    return true
  })
  if (!isRight) throw new AppError('code_needed', serverMessages.package.codeWrong)
}

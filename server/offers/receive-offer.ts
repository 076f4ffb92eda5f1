import { offerServerMessages as words } from '#domain/messages/server-offer'
import { dayInZone } from '#domain/time-zone'
import { fieldError } from '../errors.ts'
import { recordEvent, type EventRecord } from '../events/record-event.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { columnContext } from '../platform/crypto/contexts.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { readOrNull, sessionKey } from '../submissions/accept/sealed-submission.ts'
import type { OfferInputs } from './offer.schema.ts'

type Place = Parameters<typeof sessionKey>[1]

type Received = {
  funderId: string
  packageId: string | null
  /** the name of the user who typed it in, empty for the funder itself */
  enteredBy: string
  inputs: OfferInputs
  /** null for the funder itself */
  actor: EventRecord['actor']
  ip: string
}

/**
 * Stores an offer in place of the funder's earlier open one, and marks its package as answered. The caller holds the desk's
 * lock.
 * @returns its id
 * @throws AppError invalid_input where the fees take the whole amount
 */
export async function receiveOffer(
  tx: Tx,
  { keys }: Pick<Services, 'keys'>,
  place: Place & { company: { timeZone: string } },
  { funderId, packageId, enteredBy, inputs, actor, ip }: Received,
): Promise<string> {
  const { id: submissionId, companyId } = place
  const { conditions = '', fees = 0, expiresAt = null, commissionPercent = null, ...given } = inputs
  if (fees >= given.amount) throw fieldError('fees', words.fees)
  const now = new Date()
  await replaceOffers(tx, submissionId, funderId, now)
  const id = uuidV7()
  const startsAt = given.startsAt ?? dayInZone(now, place.company.timeZone)
  const data = { id, submissionId, companyId, funderId, packageId, enteredBy, ...given, startsAt, fees, expiresAt }
  const sealed = sealConditions(keys, place, id, conditions)
  await tx.offer.create({ data: { ...data, commissionPercent, conditions: sealed }, select: { id: true } })
  if (packageId !== null)
    await tx.package.updateMany({
      where: { id: packageId, submissionId },
      data: { state: 'answered', answer: 'offer', answeredAt: now },
    })
  const about = { companyId, actor, ip, objectType: 'submission', objectId: submissionId }
  await recordEvent(tx, { ...about, act: 'offer-received', detail: { offer: id, funder: funderId } })
  return id
}

/** An offer that was chosen stays. */
export const replaceOffers = (tx: Tx, submissionId: string, funderId: string, now: Date) =>
  tx.offer.updateMany({
    where: { submissionId, funderId, replacedAt: null, chosenAt: null },
    data: { replacedAt: now, updatedAt: now },
  })

const toContext = (id: string, { companyId }: Place): string =>
  columnContext('Offer', 'conditions', id, companyId)

export const sealConditions = (keys: KeyRing, place: Place, id: string, text: string) =>
  text.trim() === '' ? null : sealBytes(sessionKey(keys, place), text, toContext(id, place))

/** @returns null where there are none, or where they don't open */
export const openConditions = (
  services: Pick<Services, 'keys' | 'log'>,
  place: Place,
  { id, conditions }: { id: string; conditions: Uint8Array | null },
): string | null =>
  conditions &&
  readOrNull(services, place.id, () =>
    openText(sessionKey(services.keys, place), conditions, toContext(id, place)),
  )

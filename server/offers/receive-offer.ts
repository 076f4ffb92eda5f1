import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { offerServerMessages as words } from '#domain/messages/server-offer'
import { offerTerms, type OfferInputs as TermInputs } from '#domain/offer-terms'
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
 * @throws AppError invalid_input where fees or payments leave nothing
 */
export async function receiveOffer(
  tx: Tx,
  { keys }: Pick<Services, 'keys'>,
  place: Place & { company: { timeZone: string } },
  { funderId, packageId, enteredBy, inputs, actor, ip }: Received,
): Promise<string> {
  const { id: submissionId, companyId } = place
  const { conditions = '', fees = 0, expiresAt = null, commissionPercent = null, ...given } = inputs
  const now = new Date()
  const terms = { ...given, fees, startsAt: given.startsAt ?? dayInZone(now, place.company.timeZone) }
  checkTerms(terms)
  await replaceOffers(tx, submissionId, funderId, now)
  const id = uuidV7()
  const owned = { id, submissionId, companyId, funderId, packageId, enteredBy }
  const { funder } = await tx.offer.create({
    data: {
      ...owned,
      ...terms,
      expiresAt,
      commissionPercent,
      conditions: sealConditions(keys, place, id, conditions),
    },
    select: { funder: { select: { name: true } } },
  })
  if (actor === null) await forgetOldest(tx, submissionId, funderId)
  if (packageId !== null) await markAnswered(tx, packageId, 'offer', now)
  await recordEvent(tx, {
    companyId,
    actor,
    ip,
    act: 'offer-received',
    objectType: 'submission',
    objectId: submissionId,
    detail: { offer: id, funder: funderId, name: funder.name, terms: termsText(terms) },
  })
  return id
}

/** @throws AppError invalid_input */
export function checkTerms(inputs: TermInputs): void {
  if (inputs.fees >= inputs.amount) throw fieldError('fees', words.fees)
  if (offerTerms(inputs) === null) throw fieldError('paymentCount', words.payments)
}

export const termsText = ({
  amount,
  factor,
  paymentCount,
  frequency,
}: Pick<TermInputs, 'amount' | 'factor' | 'paymentCount' | 'frequency'>): string =>
  `$${amount.toLocaleString('en-US')} × ${factor}, ${paymentCount} ${frequency} payments`

/** A withdrawn package stays withdrawn: as an answered one, its link would work again. */
export const markAnswered = (tx: Tx, id: string, answer: 'offer' | 'decline', answeredAt: Date) =>
  tx.package.updateMany({
    where: { id, state: { not: 'withdrawn' } },
    data: { state: 'answered', answer, answeredAt },
  })

/** An offer that was chosen stays. */
export const replaceOffers = (tx: Tx, submissionId: string, funderId: string, now: Date) =>
  tx.offer.updateMany({
    where: { submissionId, funderId, replacedAt: null, chosenAt: null },
    data: { replacedAt: now, updatedAt: now },
  })

/** Deletes the oldest replaced offers, as a funder may answer any number of times. The timeline still has them. */
async function forgetOldest(tx: Tx, submissionId: string, funderId: string): Promise<void> {
  const old = await tx.offer.findMany({
    where: {
      submissionId,
      funderId,
      enteredBy: '',
      replacedAt: { not: null },
      chosenAt: null,
      funding: null,
    },
    orderBy: { id: 'desc' },
    skip: LIMITS.packageAnswers,
    select: { id: true },
  })
  await tx.offer.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } })
}

const toContext = (id: string, { companyId }: Place): string =>
  columnContext('Offer', 'conditions', id, companyId)

export const sealConditions = (keys: KeyRing, place: Place, id: string, text: string) =>
  text.trim() === '' ? null : sealBytes(sessionKey(keys, place), text, toContext(id, place))

/** @returns a sentence that says so where they don't open */
export function openConditions(
  services: Pick<Services, 'keys' | 'log'>,
  place: Place,
  { id, conditions }: { id: string; conditions: Uint8Array | null },
): string {
  if (conditions === null) return ''
  const open = () => openText(sessionKey(services.keys, place), conditions, toContext(id, place))
  return readOrNull(services, place.id, open) ?? serverMessages.parseError
}

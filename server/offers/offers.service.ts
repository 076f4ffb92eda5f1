import { canPerform } from '#domain/actions'
import { companyMoves, parseDeskSettings } from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { offerServerMessages as words } from '#domain/messages/server-offer'
import type { SubmissionStatus } from '#domain/submission-status'
import { dayInZone } from '#domain/time-zone'
import { findDesk } from '../desk/change-desk.ts'
import { moveStatus } from '../desk/move-status.ts'
import { storeNote } from '../desk/notes.service.ts'
import { checkFresh, checkReadOnly } from '../entities/record-as-read.ts'
import { AppError, fieldError, orNotFound } from '../errors.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import type { Services } from '../services.ts'
import { readOnly, type AddOffer, type Offer, type UpdateOffer } from './offer.schema.ts'
import { CURRENT, findPlace, toOffer, withFunder, type Place, type StoredOffer } from './read-offers.ts'
import { checkTerms, markAnswered, receiveOffer, replaceOffers, sealConditions } from './receive-offer.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'log'>
type Changed = { place: Place; row: StoredOffer | null }

export const toAudited = (place: { id: string; companyId: string }, { actor, ip }: AuditActor) => ({
  companyId: place.companyId,
  actor,
  ip,
  objectType: 'submission',
  objectId: place.id,
})

/** @returns null for a decline */
export async function addOffer(services: Needs, by: AuditActor, input: AddOffer): Promise<Offer | null> {
  const { place, row } = await services.db.as(by.actor).write(async (tx): Promise<Changed> => {
    await lockDesk(tx, input.id)
    const place = await findPlace(tx, input.id)
    const answered = await findAnswered(tx, place, input)
    if (input.answer.kind === 'decline') {
      await decline(services, tx, by, { place, ...answered, reason: input.answer.reason ?? '' })
      return { place, row: null }
    }
    // Answers of funders are counted elsewhere, and leave this room to staff.
    const entered = { submissionId: place.id, enteredBy: { not: '' } }
    if ((await tx.offer.count({ where: entered })) >= LIMITS.offersPerSubmission)
      throw new AppError('conflict', words.tooMany)
    const { kind: _kind, ...inputs } = input.answer
    const received = { ...answered, enteredBy: by.actor.name, inputs, actor: by.actor, ip: by.ip }
    const id = await receiveOffer(tx, services, place, received)
    return { place, row: await tx.offer.findUnique({ where: { id }, include: withFunder }) }
  })
  return row && toOffer(services, by, place, row)
}

type Answered = { funderId: string; packageId: string | null; name: string }

async function findAnswered(
  tx: Tx,
  { id, companyId }: Place,
  { packageId, funderId }: AddOffer,
): Promise<Answered> {
  if (packageId === undefined) {
    const where = { id: funderId ?? '', companyId }
    const funder = await tx.funder.findFirst({ where, select: { id: true, name: true } })
    if (!funder) throw fieldError('funderId', words.funder)
    return { funderId: funder.id, packageId: null, name: funder.name }
  }
  const found = await tx.package.findFirst({ where: { id: packageId, submissionId: id }, select: withFunder })
  if (!found) throw fieldError('packageId', words.package)
  return { funderId: found.funder.id, packageId, name: found.funder.name }
}

async function decline(
  { keys }: Needs,
  tx: Tx,
  by: AuditActor,
  { place, funderId, packageId, name, reason }: Answered & { place: Place; reason: string },
): Promise<void> {
  const now = new Date()
  await replaceOffers(tx, place.id, funderId, now)
  if (packageId !== null) await markAnswered(tx, packageId, 'decline', now)
  const written = reason === '' ? null : await storeNote(tx, keys, by.actor, { id: place.id, text: reason })
  const detail = { funder: funderId, name, ...(written && { note: written.id }) }
  await recordEvent(tx, { ...toAudited(place, by), act: 'offer-declined', detail })
}

/** Locks the desk of a current offer. @throws AppError not_found, conflict */
async function lockOffer(tx: Tx, id: string): Promise<{ place: Place; row: StoredOffer }> {
  const { submissionId } = orNotFound(await tx.offer.findUnique({ where: { id } }))
  await lockDesk(tx, submissionId)
  const row = orNotFound(await tx.offer.findUnique({ where: { id }, include: withFunder }))
  if (row.replacedAt !== null) throw new AppError('conflict', words.replaced)
  return { place: await findPlace(tx, submissionId), row }
}

const laterThan = (at: Date): Date => new Date(Math.max(Date.now(), at.getTime() + 1))

/** A chosen or funded offer can only be changed by users who may decide. @throws AppError forbidden */
async function checkDecided(tx: Tx, { actor }: AuditActor, { id, chosenAt }: StoredOffer): Promise<void> {
  const isDecided = chosenAt !== null || (await tx.funding.count({ where: { offerId: id } })) > 0
  if (isDecided && !canPerform(actor, 'offer.choose')) throw new AppError('forbidden', words.decided)
}

/** @throws AppError not_found, forbidden, conflict, stale, invalid_input */
export async function updateOffer(
  services: Needs,
  by: AuditActor,
  { id, updatedAt, conditions, ...sent }: UpdateOffer,
): Promise<Offer> {
  const { place, row } = await services.db.as(by.actor).write(async (tx) => {
    const { place, row: before } = await lockOffer(tx, id)
    await checkReadOnly(readOnly.shape, { ...sent, updatedAt }, () => toOffer(services, by, place, before))
    checkFresh(before, updatedAt)
    await checkDecided(tx, by, before)
    const { amount, factor, paymentCount, frequency, fees, startsAt } = sent
    const { expiresAt, commissionPercent, shown } = sent
    const terms = { amount, factor, paymentCount, frequency, fees, startsAt }
    const wanted = { ...terms, expiresAt, commissionPercent, shown }
    const row = await tx.offer.update({
      where: { id },
      data: {
        ...wanted,
        // Wanted were the terms that the applicant saw.
        ...(hasOther(terms, before) && { wantedAt: null }),
        ...(conditions !== undefined && { conditions: sealConditions(services.keys, place, id, conditions) }),
        updatedAt: laterThan(before.updatedAt),
      },
      include: withFunder,
    })
    checkTerms(row)
    const change = differences(wanted, before, row)
    const detail = { offer: id, funder: row.funderId, name: row.funder.name, ...change }
    await recordEvent(tx, { ...toAudited(place, by), act: 'offer-updated', detail })
    return { place, row }
  })
  return toOffer(services, by, place, row)
}

function hasOther<Key extends keyof StoredOffer>(
  wanted: Partial<Pick<StoredOffer, Key>>,
  before: StoredOffer,
): boolean {
  for (const key in wanted) if (wanted[key] !== undefined && wanted[key] !== before[key]) return true
  return false
}

function differences<Key extends keyof StoredOffer>(
  wanted: Partial<Pick<StoredOffer, Key>>,
  before: StoredOffer,
  after: StoredOffer,
) {
  const changed: [string, unknown, unknown][] = []
  for (const key in wanted) if (before[key] !== after[key]) changed.push([key, before[key], after[key]])
  const pick = (at: 1 | 2) => Object.fromEntries(changed.map((each) => [each[0], each[at]]))
  return { before: pick(1), after: pick(2) }
}

/** Moves as the company's statuses allow. @throws AppError invalid_input, forbidden */
export async function moveTo(tx: Tx, by: AuditActor, id: string, status: SubmissionStatus): Promise<void> {
  const desk = await findDesk(tx, id)
  const moves = companyMoves(parseDeskSettings(desk.deskSettings), desk)
  const key = moves.find((move) => move.status === status)?.key ?? status
  await moveStatus(tx, by, { id, status: key, canDecide: true })
}

/** The submission becomes approved; the offer that was chosen before is no longer. */
export async function chooseOffer(services: Needs, by: AuditActor, id: string): Promise<Offer> {
  const { place, row } = await services.db.as(by.actor).write(async (tx) => {
    const { place, row: before } = await lockOffer(tx, id)
    const today = dayInZone(new Date(), place.company.timeZone)
    if (before.expiresAt !== null && before.expiresAt < today) throw new AppError('conflict', words.expired)
    if (place.desk?.status !== 'approved') await moveTo(tx, by, place.id, 'approved')
    const others = { submissionId: place.id, ...CURRENT, chosenAt: { not: null }, id: { not: id } }
    await tx.offer.updateMany({ where: others, data: { chosenAt: null } })
    const data = { chosenAt: before.chosenAt ?? new Date(), updatedAt: laterThan(before.updatedAt) }
    const row = await tx.offer.update({ where: { id }, data, include: withFunder })
    const detail = { offer: id, funder: row.funderId, name: row.funder.name }
    await recordEvent(tx, { ...toAudited(place, by), act: 'offer-chosen', detail })
    return { place, row }
  })
  return toOffer(services, by, place, row)
}

import { offerServerMessages as words } from '#domain/messages/server-offer'
import { halfPaidDay } from '#domain/offer-terms'
import { dayInZone, startOfDay } from '#domain/time-zone'
import { addTask } from '../desk/task.service.ts'
import { findColleagues } from '../desk/assignees.ts'
import { AppError, fieldError } from '../errors.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import type { Prisma } from '../generated/client.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import type { Services } from '../services.ts'
import { toFunding } from './deal.ts'
import { toSplits as readSplits, type FundInput, type Funding } from './funding.schema.ts'
import { moveTo, toAudited } from './offers.service.ts'
import { findPlace, withFunder, type Place } from './read-offers.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'log'>

/** Moves the submission to funded; on one that is funded, corrects the figures. @throws AppError not_found, invalid_input */
export const fundSubmission = (services: Needs, by: AuditActor, input: FundInput): Promise<Funding> =>
  services.db.as(by.actor).write(async (tx) => {
    const { id, amount, fundedAt, commission } = input
    await lockDesk(tx, id)
    const place = await findPlace(tx, id)
    if (fundedAt > dayInZone(new Date(), place.company.timeZone)) throw fieldError('fundedAt', words.future)
    const before = await tx.funding.findUnique({ where: { submissionId: id }, include: withFunder })
    if (place.desk?.status !== 'funded') await moveTo(tx, by, id, 'funded')
    const offerId = input.offerId === undefined ? (before?.offerId ?? null) : input.offerId
    const offer = offerId === null ? null : await findOffer(tx, id, offerId)
    const splits = input.splits ? await toSplits(tx, place, input.splits) : readSplits(before?.splits)
    const halfPaidAt = offer && halfPaidDay({ ...offer, startsAt: fundedAt })
    const taskId =
      halfPaidAt && (await settleTask(services, tx, by, place, before?.taskId ?? null, halfPaidAt))
    const data = {
      offerId,
      funderId: offer ? offer.funderId : (before?.funderId ?? null),
      amount,
      fundedAt,
      commission,
      splits,
      halfPaidAt,
      taskId,
      updatedAt: new Date(),
    }
    const row = await tx.funding.upsert({
      where: { submissionId: id },
      create: { submissionId: id, companyId: place.companyId, ...data },
      update: data,
      include: withFunder,
    })
    await record(tx, by, place, before, row)
    return toFunding(row)
  })

async function findOffer(tx: Tx, submissionId: string, id: string) {
  const offer = await tx.offer.findFirst({ where: { id, submissionId } })
  if (!offer) throw fieldError('offerId', words.offer)
  return offer
}

async function toSplits(tx: Tx, { companyId }: Place, splits: NonNullable<FundInput['splits']>) {
  const where = { id: { in: splits.map(({ userId }) => userId) }, companyId }
  const users = await tx.user.findMany({ where, select: { id: true, name: true } })
  return splits.map(({ userId, percent }) => {
    const user = users.find((each) => each.id === userId)
    if (!user) throw fieldError('splits', words.colleague)
    return { userId, name: user.name, percent }
  })
}

/** The owner's task for the day on which half is paid back; funding succeeds without one, too. */
async function settleTask(
  services: Needs,
  tx: Tx,
  by: AuditActor,
  place: Place,
  known: string | null,
  day: string,
): Promise<string | null> {
  const open = { where: { id: known ?? '', doneAt: null } }
  if (known !== null) {
    const dueAt = startOfDay(new Date(day), place.company.timeZone)
    await tx.task.updateMany({ ...open, data: { dueAt, readAt: null, updatedAt: new Date() } })
    return known
  }
  const colleagues = await findColleagues(tx, by.actor, place.companyId, place.id)
  const owner = colleagues.find(({ id }) => id === place.desk?.ownerId)
  const task = {
    submissionId: place.id,
    text: words.renewTask,
    dueAt: day,
    ...(owner && { ownerId: owner.id }),
  }
  try {
    return (await addTask(services, tx, by, task)).id
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

type Row = Prisma.FundingGetPayload<{ include: typeof withFunder }>

const told = ({ amount, fundedAt, commission, splits, funder }: Row) => ({
  amount,
  fundedAt,
  commission,
  funder: funder?.name ?? null,
  splits: readSplits(splits)
    .map(({ name, percent }) => `${name} ${percent} %`)
    .join(', '),
})

async function record(tx: Tx, by: AuditActor, place: Place, before: Row | null, row: Row): Promise<void> {
  const about = toAudited(place, by)
  if (before === null) {
    const detail = {
      amount: row.amount,
      fundedAt: row.fundedAt,
      ...(row.funder && { name: row.funder.name }),
    }
    return recordEvent(tx, { ...about, act: 'submission-funded', detail })
  }
  const change = { before: told(before), after: told(row) }
  await recordEvent(tx, { ...about, act: 'funding-corrected', detail: change })
}

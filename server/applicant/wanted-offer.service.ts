import { offerTerms } from '#domain/offer-terms'
import { isOpen, type SubmissionStatus } from '#domain/submission-status'
import { dayInZone } from '#domain/time-zone'
import { throttle } from '../auth/throttle.ts'
import { findReaders } from '../desk/assignees.ts'
import { AppError } from '../errors.ts'
import { recordEvent } from '../events/record-event.ts'
import type { Offer, Prisma } from '../generated/client.ts'
import type { ShownOffer } from '../offers/offer.schema.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import type { Services } from '../services.ts'
import { findApplicantLink } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'

const ownOffers = { where: { shown: true, replacedAt: null }, orderBy: { createdAt: 'asc' } } as const
export const shownOffersSelect = { offers: ownOffers } satisfies Prisma.FormSubmissionSelect

type Row = {
  offers: Offer[]
  desk: { status: SubmissionStatus } | null
  company: { timeZone: string }
}

/** Those that staff show, until they expire or the application is decided another way. */
export function toShownOffers({ offers, desk, company }: Row): ShownOffer[] {
  if (!desk || !(isOpen(desk.status) || desk.status === 'approved')) return []
  const today = dayInZone(new Date(), company.timeZone)
  return offers.flatMap((offer) => {
    const terms = offerTerms(offer)
    if (terms === null || (offer.expiresAt !== null && offer.expiresAt < today)) return []
    const { id, amount, fees, paymentCount, frequency, expiresAt, wantedAt } = offer
    return [{ ...terms, id, amount, fees, paymentCount, frequency, expiresAt, wanted: wantedAt !== null }]
  })
}

/** The applicant wants one offer at a time; choosing stays with the staff. @throws AppError link_ended, conflict */
export async function wantOffer(
  services: Services,
  { token, offerId }: { token: string; offerId: string },
  ip: string,
): Promise<{ wanted: string }> {
  const { formSessionId: id, companyId } = await findApplicantLink(services, token, PAGE_PURPOSES)
  await throttle(services, 'answerPerApplication', id)
  return services.db.system('public-form').write(async (tx) => {
    await lockDesk(tx, id)
    const row = await tx.formSubmission.findUnique({
      where: { id },
      select: {
        ...shownOffersSelect,
        desk: { select: { status: true, ownerId: true } },
        company: { select: { timeZone: true } },
      },
    })
    const isShown = row !== null && toShownOffers(row).some((offer) => offer.id === offerId)
    if (!isShown) throw new AppError('conflict', ({ application }) => application.answered)
    const [wantedAt, updatedAt] = [new Date(), new Date()]
    await tx.offer.updateMany({
      where: { submissionId: id, wantedAt: { not: null } },
      data: { wantedAt: null },
    })
    const where = { id: offerId }
    const { funder } = await tx.offer.update({
      where,
      data: { wantedAt, updatedAt },
      select: { funder: { select: { name: true } } },
    })
    const readers = row.desk?.ownerId ? await findReaders(tx, { id: row.desk.ownerId }, id) : []
    await recordEvent(tx, {
      companyId,
      actor: null,
      ip,
      act: 'offer-wanted',
      objectType: 'submission',
      objectId: id,
      detail: { offer: offerId, name: funder.name },
      told: readers.map((reader) => reader.id),
    })
    return { wanted: offerId }
  })
}

import { offerTerms, shareOfRevenue, type PaymentFrequency } from '#domain/offer-terms'
import { orNotFound } from '../errors.ts'
import { recordListing } from '../events/audit/record-reading.ts'
import type { AuditActor } from '../events/record-event.ts'
import type { Prisma } from '../generated/client.ts'
import type { Tx } from '../platform/database/db.ts'
import { mapInPieces } from '../lib/map-in-pieces.ts'
import type { Services } from '../services.ts'
import { findCashFlow, toCashFlow } from '../statements/cash-flow.ts'
import { submissionSelect } from '../desk/notes.service.ts'
import { readInTurn } from '../submissions/export/reading-turns.ts'
import type { Offer } from './offer.schema.ts'
import { openConditions } from './receive-offer.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'log'>

const placeSelect = {
  ...submissionSelect,
  company: { select: { timeZone: true } },
  desk: { select: { status: true, trueRevenue: true, positionCount: true, ownerId: true } },
} as const
export type Place = Prisma.FormSubmissionGetPayload<{ select: typeof placeSelect }>

export const findPlace = async (tx: Tx, id: string): Promise<Place> =>
  orNotFound(await tx.formSubmission.findUnique({ where: { id }, select: placeSelect }))

export const withFunder = { funder: { select: { id: true, name: true } } } as const
export type StoredOffer = Prisma.OfferGetPayload<{ include: typeof withFunder }>

/** Of earlier and later answers of a funder the last one. */
export const CURRENT = { replacedAt: null } as const

type Paid = { payment: number; frequency: PaymentFrequency }

/** The payments to present funders that the statements show. */
async function readPositions(services: Needs, { actor }: AuditActor, { id, desk }: Place): Promise<Paid[]> {
  if (!desk?.trueRevenue || !desk.positionCount) return []
  const { total } = await readInTurn(actor, async () =>
    toCashFlow(services.keys, await services.db.as(actor).write((tx) => findCashFlow(tx, id))),
  )
  return total.positions.map(({ cents, frequency }) => ({ payment: cents / 100, frequency }))
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

/** @returns the offers as callers see them */
export async function toOffers(
  services: Needs,
  by: AuditActor,
  place: Place,
  rows: readonly StoredOffer[],
): Promise<Offer[]> {
  const positions = rows.length > 0 ? await readPositions(services, by, place) : []
  const offers = await mapInPieces(rows, (row) => {
    const { companyId: _companyId, funderId: _funderId, replacedAt: _replacedAt, ...stored } = row
    const terms = offerTerms(row)
    if (terms === null) {
      services.log.error({ offer: row.id }, 'the terms of an offer cannot be computed; it is left out')
      return []
    }
    const percent = row.commissionPercent
    const offer = {
      ...stored,
      ...terms,
      conditions: openConditions(services, place, row),
      shareOfRevenue: shareOfRevenue({ ...row, ...terms }, positions, place.desk?.trueRevenue ?? null),
      commission: percent === null ? null : Math.round(row.amount * percent) / 100,
      wantedAt: moment(row.wantedAt),
      chosenAt: moment(row.chosenAt),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }
    return [offer]
  })
  return offers.flat()
}

export async function toOffer(
  services: Needs,
  by: AuditActor,
  place: Place,
  row: StoredOffer,
): Promise<Offer> {
  const [offer] = await toOffers(services, by, place, [row])
  return orNotFound(offer ?? null)
}

export async function listOffers(services: Needs, by: AuditActor, id: string): Promise<Offer[]> {
  const { place, rows } = await services.db.as(by.actor).write(async (tx) => ({
    place: await findPlace(tx, id),
    rows: await tx.offer.findMany({
      where: { submissionId: id, ...CURRENT },
      include: withFunder,
      orderBy: { id: 'desc' },
    }),
  }))
  const offers = await toOffers(services, by, place, rows)
  if (rows.length > 0)
    await recordListing(services, by, {
      act: 'offers-listed',
      objectType: 'submission',
      objectId: id,
      rows: new Map([[place.companyId, rows.length]]),
      query: { offers: id },
    })
  return offers
}

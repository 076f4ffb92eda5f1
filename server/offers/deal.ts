import type { Prisma } from '../generated/client.ts'
import type { Tx } from '../platform/database/db.ts'
import { toSplits, type Deal, type Funding } from './funding.schema.ts'
import { CURRENT, withFunder } from './read-offers.ts'

export function toFunding(row: Prisma.FundingGetPayload<{ include: typeof withFunder }>): Funding {
  const { submissionId: id, splits, createdAt, updatedAt, offerId, funder, halfPaidAt } = row
  const { amount, fundedAt, commission } = row
  return {
    id,
    offerId,
    funder,
    amount,
    fundedAt,
    commission,
    splits: toSplits(splits),
    halfPaidAt,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const ofPackages = { where: { state: { not: 'withdrawn' } }, select: { answer: true } } as const

/** Row-level security leaves out submissions that the reader may not see. */
export async function readDeal(tx: Tx, id: string): Promise<Deal> {
  const row = await tx.formSubmission.findUniqueOrThrow({
    where: { id },
    select: {
      funding: { include: withFunder },
      formSession: { select: { renewed: { select: { id: true } } } },
      renewals: {
        where: { OR: [{ submittedAt: { not: null } }, { expiresAt: { gt: new Date() } }] },
        select: { id: true, createdAt: true, submittedAt: true },
        orderBy: { id: 'desc' },
      },
      packages: ofPackages,
      _count: { select: { offers: { where: CURRENT } } },
    },
  })
  return {
    funding: row.funding && toFunding(row.funding),
    renewalOf: row.formSession.renewed?.id ?? null,
    renewals: row.renewals.map(({ id: renewal, createdAt, submittedAt }) => ({
      id: renewal,
      createdAt: createdAt.toISOString(),
      submittedAt: submittedAt?.toISOString() ?? null,
    })),
    hasOffers: row._count.offers > 0,
    allDeclined:
      row.packages.length > 0 &&
      row._count.offers === 0 &&
      row.packages.every(({ answer }) => answer === 'decline'),
  }
}

import { querySystem } from '../../auth/actor.ts'
import { batching } from '../../database/batching.ts'
import { perDatabase } from '../../database/per-database.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'

const counting = perDatabase((db) =>
  batching(
    async (linkIds: string[]) => {
      await querySystem(
        db,
        'public-form',
        'count-opened',
        Prisma.sql`
          SELECT intake_add_figures(array_agg((l."companyId", l."id", intake_day(now(), c."timeZone"), 'opened', -1, 1, 0)::intake_change))
          FROM unnest(${linkIds}::text[]) AS opened ("linkId")
            JOIN "GeneratedLink" l ON l."id" = opened."linkId" JOIN "Company" c ON c."id" = l."companyId"`,
      )
      return linkIds
    },
    { max: 500 },
  ),
)

/** The applicant doesn't wait for it; a crash may lose the last ones. */
export function countOpened({ db, log }: Pick<Services, 'db' | 'log'>, linkId: string): void {
  counting(db)(linkId).catch((err: unknown) => log.warn({ err }, 'could not count an opened link'))
}

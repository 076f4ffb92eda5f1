import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'

export type UpgradeStep = {
  table: 'FormSubmission' | 'Document'
  /** selects the rows `s` still to do; every start asks, so use an index */
  pending: Prisma.Sql
  /** returns the ids of unreadable rows */
  mend(services: Pick<Services, 'db' | 'keys'>, ids: string[]): Promise<string[]>
}

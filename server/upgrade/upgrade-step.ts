import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'

/** What a new version does once to rows that are stored already, while it serves. */
export type UpgradeStep = {
  table: 'FormSubmission' | 'Document'
  /** condition on a row `s` of the table: the rows still to do; an index should answer it, as every start asks */
  pending: Prisma.Sql
  /** Brings these rows up to date. @returns ids of unreadable rows, which stay as they are */
  mend(services: Pick<Services, 'db' | 'keys'>, ids: string[]): Promise<string[]>
}

import type { Services } from '../../services.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { recordListing } from '../audit/record-reading.ts'

/** The panel loads both again after each change, so it is recorded once a minute. */
export const recordNotesRead = (
  services: Services,
  by: AuditActor,
  { id, companyId }: { id: string; companyId: string },
  query: object,
): Promise<void> =>
  recordListing(services, by, {
    ...{ act: 'notes-listed', objectType: 'submission', objectId: id },
    ...{ rows: new Map([[companyId, 1]]), query },
  })

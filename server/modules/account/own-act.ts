import type { Actor } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'
import type { AuditAct } from '#domain/audit-acts'
import { recordAudit, type AuditRecord } from '../audit/audit.service.ts'

/** Writes to the audit log what somebody did to their own account. */
export const recordOwnAct = (
  services: Services,
  actor: Actor,
  act: AuditAct,
  ip: string,
  detail: AuditRecord['detail'] = {},
): Promise<void> =>
  recordAudit(services, {
    companyId: actor.companyId,
    actor,
    act,
    objectType: 'user',
    objectId: actor.userId,
    ip,
    detail,
  })

import type { Actor } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'
import type { AuditAction } from '#domain/audit-actions'
import { recordAudit, type AuditRecord } from '../audit/audit.service.ts'

export const recordOwnAction = (
  services: Services,
  actor: Actor,
  act: AuditAction,
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

import type { Actor } from '../../auth/actor.ts'
import { oncePerInterval } from '../../once-per-interval.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from './audit.service.ts'

/** A program that tries on and on must not fill the log: one line for each person and call a minute, in each process. */
const isFirst = oncePerInterval(60_000)

/**
 * Writes down that somebody who is signed in was refused what they may not do. What has no line is no less refused, so a
 * failure is logged and nothing else.
 *
 * @param call its pattern, such as 'GET /api/form/pdf/:id', and never what was sent
 */
export async function recordDenial(
  services: Pick<Services, 'db' | 'log'>,
  actor: Actor,
  call: string,
  ip: string,
): Promise<void> {
  if (!isFirst(`${actor.userId} ${call}`)) return
  try {
    await recordAudit(services, {
      companyId: actor.companyId,
      actor,
      act: 'refused',
      objectType: 'call',
      objectId: call,
      ip,
    })
  } catch (err) {
    services.log.error({ err }, 'a refusal could not be written to the audit log')
  }
}

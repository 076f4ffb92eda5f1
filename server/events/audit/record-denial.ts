import type { Actor } from '../../auth/actor.ts'
import { oncePerInterval } from '../../lib/once-per-interval.ts'
import type { Services } from '../../services.ts'
import { recordAction } from '../record-event.ts'

/** One entry a minute for each person and call, so that a program cannot fill the log. */
const oncePerMinute = oncePerInterval(60_000)

/**
 * Best effort: access stays denied even if the audit write fails.
 * @param call its pattern, such as 'GET /api/form/pdf/:id'
 */
export async function recordDenial(
  services: Pick<Services, 'db' | 'log'>,
  actor: Actor,
  call: string,
  ip: string,
): Promise<void> {
  const object = { companyId: actor.companyId, objectType: 'call', objectId: call }
  try {
    await oncePerMinute(`${actor.apiKey?.id ?? actor.userId} ${call}`, () =>
      recordAction(services, { actor, ip }, 'refused', object),
    )
  } catch (err) {
    services.log.error({ err }, 'a refusal could not be written to the audit log')
  }
}

import { destroyDue } from '../modules/retention/destroy.service.ts'
import type { Services } from '../services.ts'

/** Destroys the submissions that their companies keep no longer. Daily; a failure leaves the rest for the next try. */
export async function retention(
  services: Pick<Services, 'db' | 'config' | 'storage' | 'log'>,
): Promise<void> {
  const submissions = await destroyDue(services)
  if (submissions > 0) services.log.info({ submissions }, 'submissions were destroyed after their period')
}

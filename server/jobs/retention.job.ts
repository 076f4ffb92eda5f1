import { destroyDue } from '../retention/destroy.service.ts'
import type { Services } from '../services.ts'

export async function retention(
  services: Pick<Services, 'db' | 'config' | 'storage' | 'log'>,
): Promise<void> {
  const submissions = await destroyDue(services)
  if (submissions > 0)
    services.log.info({ submissions }, 'destroyed submissions whose retention period is over')
}

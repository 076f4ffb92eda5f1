import { fullApplication } from '#domain/catalogue/application.fixture'
import { nineDigits } from '#domain/catalogue/digits'
import { asSystem } from '../auth/actor.ts'
import { acceptApplication } from '../jobs/jobs.fixture.ts'
import { upgrade, upgradeFromStart } from '../jobs/upgrade.job.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'
import type { UpgradeName } from './steps.ts'

/** Works a step until nothing is left of it. */
export async function finish(services: Services, step: UpgradeName): Promise<void> {
  const queued = () =>
    asSystem(
      services.db,
      'test',
      (client) => client.$queryRaw<{ payload: TaskPayloads['upgrade'] }[]>`
        DELETE FROM graphile_worker._private_jobs WHERE key = ${`upgrade:${step}`} RETURNING payload`,
    )
  await upgrade(services, upgradeFromStart(step))
  for (let [job] = await queued(); job; [job] = await queued()) await upgrade(services, job.payload)
}

/** A submission as an earlier version stored it: its numbers hashed under one key for all companies. */
export async function acceptEarlier(services: Services, taxId: string, ssn: string): Promise<string> {
  const { db, keys } = services
  const id = await acceptApplication(
    services,
    fullApplication({ taxId, partner1SSN: ssn, partner2SSN: '' }),
    {
      queued: false,
    },
  )
  const [taxIdHash = ''] = keys.sharedBlindIndexes('taxId', nineDigits(taxId) ?? '')
  const [ssnHash = ''] = keys.sharedBlindIndexes('ssn', nineDigits(ssn) ?? '')
  const valuesDigest = Buffer.concat([Buffer.of(1), Buffer.from(keys.currentId, 'hex'), Buffer.alloc(32, 5)])
  await asSystem(db, 'test', (client) =>
    client.formSubmission.update({ where: { id }, data: { taxIdHash, ssnHashes: [ssnHash], valuesDigest } }),
  )
  return id
}

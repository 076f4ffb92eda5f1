import { z } from 'zod'
import type { AuditActor } from '../events/record-event.ts'
import { recordAction } from '../events/record-event.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { EXAMPLE } from '../trpc/example.ts'
import { text } from '../trpc/inputs.ts'
import { isOwnCopyNumber, readCopyNumber } from './copy-number.ts'

export const traceInput = z.strictObject({ copyNumber: text().meta({ example: 'K7Q2-M4XD-9RTA-5B6N-0WZE' }) })

export const tracedCopy = z
  .object({
    packageId: z.string(),
    funder: z.string().meta({ example: 'Northgate Capital' }),
    copyNumber: z.string().meta({ example: 'K7Q2-M4XD-9RTA-5B6N-0WZE' }),
    sentAt: z.string().meta({ format: 'date-time', example: EXAMPLE.time }),
  })
  .nullable()

/** @param given a file, or a number as it was typed; another company's copy is unknown */
export async function traceCopy(
  services: Pick<Services, 'db' | 'keys' | 'marker'>,
  by: AuditActor,
  given: Buffer | string,
): Promise<z.infer<typeof tracedCopy>> {
  const numbers =
    typeof given === 'string'
      ? [readCopyNumber(given)].filter((number) => number !== null)
      : await services.marker.read(given, by.actor.userId)
  const found = await services.db.as(by.actor).read((client) => findCopy(client, services.keys, numbers))
  await recordAction(
    services,
    by,
    'copy-traced',
    {
      companyId: found?.companyId ?? by.actor.companyId,
      objectType: 'submission',
      objectId: found?.submissionId ?? '',
    },
    { package: found?.id ?? null, found: found !== null },
  )
  return found && toAnswer(found)
}

/** @param numbers best first */
export async function findCopy(client: Tx, keys: KeyRing, numbers: readonly string[]) {
  const own = numbers.filter((number) => isOwnCopyNumber(keys, number))
  const rows = await client.package.findMany({
    where: { copyNumber: { in: own } },
    select: {
      id: true,
      companyId: true,
      submissionId: true,
      copyNumber: true,
      createdAt: true,
      funder: { select: { name: true } },
    },
  })
  return own.flatMap((number) => rows.find(({ copyNumber }) => copyNumber === number) ?? [])[0] ?? null
}

export const toAnswer = ({
  id,
  funder,
  copyNumber,
  createdAt,
}: NonNullable<Awaited<ReturnType<typeof findCopy>>>) => ({
  packageId: id,
  funder: funder.name,
  copyNumber,
  sentAt: createdAt.toISOString(),
})

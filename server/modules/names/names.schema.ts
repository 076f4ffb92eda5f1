import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { listEnvelope } from '../../trpc/envelope.ts'
import { filterWith, id, range, sort } from '../../trpc/inputs.ts'

const name = z.object({ id: z.string(), name: z.string() })
export type Name = z.infer<typeof name>
export const namesOutput = listEnvelope(name)

/**
 * `id` asks for these records by name, whoever is no longer offered included; `companyId` narrows to one company;
 * `leadsOf` to the users who may lead that company, '' standing for one that is yet to be made.
 */
export const namesInput = z.strictObject({
  sort: sort('name'),
  range,
  filter: filterWith(['name'], {
    id: z.array(id).max(LIMITS.namesAtOnce).optional(),
    companyId: id.optional(),
    leadsOf: id.or(z.literal('')).optional(),
  }),
})
export type NamesInput = z.infer<typeof namesInput>

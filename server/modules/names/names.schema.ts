import { z } from 'zod'
import { listEnvelope } from '../../trpc/envelope.ts'
import { filter, id, range, sort } from '../../trpc/inputs.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'

const name = withExample(z.object({ id: z.string(), name: z.string() }), {
  id: EXAMPLE.user.id,
  name: EXAMPLE.user.name,
})
export type Name = z.infer<typeof name>
export const namesOutput = listEnvelope(name)

/**
 * `id` asks for these records by name, whoever is no longer offered included; `companyId` narrows to one company, null
 * to none; `colleaguesOf` to the company of that user; `leadsOf` to the users who may lead that company, '' standing for one that is yet to be made.
 */
export const namesInput = z.strictObject({
  sort: sort('name'),
  range,
  filter: filter(['name'], {
    companyId: id.nullable().optional(),
    colleaguesOf: id.optional(),
    leadsOf: id.or(z.literal('')).optional(),
  }),
})
export type NamesInput = z.infer<typeof namesInput>

import { z } from 'zod'
import { listEnvelope } from '../../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { filter, id, plainSort, range } from '../../trpc/inputs.ts'

const name = entity('Name', { id: eg(z.string(), EXAMPLE.user.id), name: eg(z.string(), EXAMPLE.user.name) })
export type Name = z.infer<typeof name>
export const namesOutput = listEnvelope(name)

/**
 * `id` also finds records that are no longer offered; `leadsOf` '' stands for a company that does not exist
 * yet.
 */
export const namesInput = z.strictObject({
  sort: plainSort('name'),
  range,
  filter: filter(['name'], {
    companyId: id.nullable().optional(),
    colleaguesOf: id.optional(),
    leadsOf: id.or(z.literal('')).optional(),
  }),
})
export type NamesInput = z.infer<typeof namesInput>

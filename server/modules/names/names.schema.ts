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
 * `id` also finds records that are no longer offered; `leadsOf` '' stands for a company that does not exist
 * yet.
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

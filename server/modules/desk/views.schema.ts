import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'
import { id, text } from '../../trpc/inputs.ts'
import { SORT_FIELDS, SUBMISSION_FILTERS } from '../submission/submission.schema.ts'

/** No search text, which may be an applicant's name. */
const query = {
  filter: z.strictObject(SUBMISSION_FILTERS).default({}),
  sort: z.tuple([z.enum(['id', ...SORT_FIELDS]), z.enum(['ASC', 'DESC'])]).default(['createdAt', 'DESC']),
}
export const viewQuery = z.object(query)

const fields = {
  name: text(LIMITS.viewNameLength).trim().min(1).meta({ example: 'New and unassigned' }),
  shared: z.boolean().default(false),
  ...query,
}
export const viewInput = z.strictObject(fields)
export type ViewInput = z.infer<typeof viewInput>
export const changeViewInput = viewInput.extend({ id })
export const deleteViewInput = z.strictObject({ id })

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  shared: z.boolean(),
  ...viewQuery.shape,
  owner: z.object({ id: z.string(), name: z.string() }),
  canChange: z.boolean(),
})
export type View = z.infer<typeof savedView>
const example: View = {
  id: EXAMPLE.submission.id,
  name: 'New and unassigned',
  shared: true,
  filter: { status: ['new'], ownerId: 'none' },
  sort: ['createdAt', 'DESC'],
  owner: { id: EXAMPLE.user.id, name: EXAMPLE.user.name },
  canChange: true,
}
const documented = savedView.meta({ id: 'SavedView', example })
export const viewsOutput = listEnvelope(documented)
export const viewOutput = envelope(documented)
export const deletedViewOutput = envelope(withExample(z.object({ id: z.string() }), { id: example.id }))

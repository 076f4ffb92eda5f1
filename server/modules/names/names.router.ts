import { contentRange } from '../../trpc/content-range.ts'
import { successList } from '../../trpc/envelope.ts'
import { router, signedInProcedure } from '../../trpc/init.ts'
import { namesInput, namesOutput } from './names.schema.ts'
import { listNames, type Named } from './names.service.ts'

const names = (entity: Named, tag: string, summary: string) =>
  signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: `/${entity}/names`,
        tags: [tag],
        summary,
        protect: true,
        errorResponses: [400, 401, 403, 503],
      },
    })
    .input(namesInput)
    .output(namesOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listNames(ctx.services, ctx.actor, entity, input)
      ctx.setHeader('content-range', contentRange(`${entity}-names`, from, rows.length, total))
      return successList(rows, total)
    })

export const namesRouter = router({
  company: names('company', 'Companies', 'Companies by name, for a select box'),
  user: names('user', 'Users', 'Active users by name, for a select box'),
  role: names('role', 'Roles', 'Roles that the caller may give, for a select box'),
  team: names('team', 'Teams', 'Teams by name, for a select box'),
})

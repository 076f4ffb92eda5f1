import { success } from '../trpc/envelope.ts'
import { permissionProcedure } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { countArrivals } from './arrivals.ts'
import { arrivalsInput, arrivalsOutput, countsInput, countsOutput } from './list.schema.ts'
import { countByStatus } from './status-counts.ts'

const rest = restMeta('Submissions')

export const listProcedures = {
  statusCounts: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/form/submissions/counts',
        'How many submissions the filter of the list finds in each status',
        [],
      ),
    )
    .input(countsInput)
    .output(countsOutput)
    .query(async ({ ctx, input }) => success(await countByStatus(ctx.services, ctx, input))),

  arrivals: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/form/submissions/arrivals',
        'How many submissions came after `since`; 304 to If-None-Match while none has',
        [],
      ),
    )
    .input(arrivalsInput)
    .output(arrivalsOutput)
    .query(async ({ ctx, input }) => {
      const found = await countArrivals(ctx.services, ctx.actor, input.since)
      ctx.setHeader('etag', `"${found.count}-${found.newest ?? ''}"`)
      return success(found)
    }),
}

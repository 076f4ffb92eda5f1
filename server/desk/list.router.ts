import { answer, callsOf } from '../trpc/call.ts'
import { success } from '../trpc/envelope.ts'
import { countArrivals } from './arrivals.ts'
import { arrivalsInput, arrivalsOutput, countsInput, countsOutput } from './list.schema.ts'
import { countByStatus } from './status-counts.ts'

const call = callsOf('Submissions')

export const listProcedures = {
  statusCounts: call(
    'page:forms',
    'GET /form/submissions/counts',
    'How many submissions the filter of the list finds in each status',
    countsInput,
    countsOutput,
    { errors: [] },
  ).query(answer(countByStatus)),

  arrivals: call(
    'page:forms',
    'GET /form/submissions/arrivals',
    'How many submissions came after `since`; 304 to If-None-Match while none has',
    arrivalsInput,
    arrivalsOutput,
    { errors: [] },
  ).query(async ({ ctx, input }) => {
    const found = await countArrivals(ctx.services, ctx.actor, input.since)
    ctx.setHeader('etag', `"${found.count}-${found.newest ?? ''}"`)
    return success(found)
  }),
}

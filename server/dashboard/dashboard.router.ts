import { success } from '../trpc/envelope.ts'
import { permissionProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { dashboardInput, dashboardOutput } from './dashboard.schema.ts'
import { readDashboard } from './dashboard.service.ts'

export const dashboardRouter = router({
  get: permissionProcedure('page:main')
    .meta(
      restMeta('Dashboard')(
        'GET',
        '/dashboard',
        'Figures of the own company, or of all for admins; `waiting` and `mine` need page:forms, too',
      ),
    )
    .input(dashboardInput)
    .output(dashboardOutput)
    .query(async ({ ctx, input }) => success(await readDashboard(ctx.services, ctx, input))),
})

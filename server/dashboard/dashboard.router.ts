import { answer, callsOf } from '../trpc/call.ts'
import { router } from '../trpc/init.ts'
import { dashboardInput, dashboardOutput } from './dashboard.schema.ts'
import { readDashboard } from './dashboard.service.ts'

export const dashboardRouter = router({
  get: callsOf('Dashboard')(
    'page:main',
    'GET /dashboard',
    'Figures of the own company, or of all for admins; `waiting` and `mine` need page:forms, too',
    dashboardInput,
    dashboardOutput,
  ).query(answer(readDashboard)),
})

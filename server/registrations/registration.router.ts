import { listInput, listOutput, verifyInput, verifyOutput } from './registration.schema.ts'
import { listAnswer, success } from '../trpc/envelope.ts'
import { actionProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { verifyReceipt } from './verify-receipts.ts'
import { listRegistrations } from './registration-list.service.ts'

const rest = restMeta('Registrations')

export const registrationRouter = router({
  get: actionProcedure('registration.list')
    .meta(
      rest(
        'GET',
        '/registration/get',
        'Receipts of complete submissions, newest first: one’s own company’s, or for admins all of them with registrations and conflicts',
      ),
    )
    .input(listInput)
    .output(listOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'registrations', await listRegistrations(ctx.services, ctx, input)),
    ),

  verify: actionProcedure('registration.list')
    .meta(
      rest(
        'GET',
        '/registration/{id}/verify',
        'Whether a receipt and its submission are as they were; `id` is the submission’s',
        [404],
      ),
    )
    .input(verifyInput)
    .output(verifyOutput)
    .query(async ({ ctx, input }) => success(await verifyReceipt(ctx.services, ctx.actor, input.id))),
})

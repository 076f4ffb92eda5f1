import { answer, answerList, callsOf } from '../trpc/call.ts'
import { listInput, listOutput, verifyInput, verifyOutput } from './registration.schema.ts'
import { router } from '../trpc/init.ts'
import { verifyReceipt } from './verify-receipts.ts'
import { listRegistrations } from './registration-list.service.ts'

const call = callsOf('Registrations')

export const registrationRouter = router({
  get: call(
    'registration.list',
    'GET /registration/get',
    'Receipts of complete submissions, newest first: one’s own company’s, or for admins all of them with registrations and conflicts',
    listInput,
    listOutput,
  ).query(answerList('registrations', listRegistrations)),

  verify: call(
    'registration.list',
    'GET /registration/{id}/verify',
    'Whether a receipt and its submission are as they were; `id` is the submission’s',
    verifyInput,
    verifyOutput,
    { errors: [404] },
  ).query(answer((services, by, input) => verifyReceipt(services, by.actor, input.id))),
})

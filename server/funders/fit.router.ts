import { answerRows, callsOf } from '../trpc/call.ts'
import { idInput } from '../trpc/inputs.ts'
import { fitOutput } from './fit.schema.ts'
import { fitFunders } from './fit.service.ts'

const call = callsOf('Funders')

export const fitProcedures = {
  funders: call(
    'funder.fit',
    'GET /form/submissions/{id}/funders',
    'How a submission fits what each funder takes: the best fit first, then who funded most before; recorded in the audit log',
    idInput,
    fitOutput,
  ).query(answerRows(fitFunders)),
}

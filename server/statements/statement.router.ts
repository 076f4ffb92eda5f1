import { answer, callsOf } from '../trpc/call.ts'
import * as schema from './statement.schema.ts'
import { correctKinds, readAgain, readCashFlow } from './statement.service.ts'

const call = callsOf('Submissions')

export const statementProcedures = {
  statements: call(
    'page:forms',
    'GET /form/submissions/{id}/statements',
    'What the bank statements say: figures, positions, flags and rows; every reading is written to the audit log',
    schema.statementsInput,
    schema.statementsOutput,
  ).query(answer((services, by, input) => readCashFlow(services, by, input.id))),

  correctStatement: call(
    'submission.update',
    'PUT /form/submissions/{id}/statements/{documentId}/transactions',
    'Say what a row is, by `n`, or all rows of a payee, here and in later statements; figures follow',
    schema.correctInput,
    schema.statementsOutput,
  ).mutation(answer(correctKinds)),

  readStatementAgain: call(
    'submission.update',
    'POST /form/submissions/{id}/statements/{documentId}/read',
    'Read a bank statement again',
    schema.readAgainInput,
    schema.readAgainOutput,
    { errors: [404] },
  ).mutation(answer(readAgain)),
}

import { success } from '../trpc/envelope.ts'
import { actionProcedure, permissionProcedure } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import {
  correctInput,
  readAgainInput,
  readAgainOutput,
  statementsInput,
  statementsOutput,
} from './statement.schema.ts'
import { correctKinds, readAgain, readCashFlow } from './statement.service.ts'

const rest = restMeta('Submissions')

export const statementProcedures = {
  statements: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/form/submissions/{id}/statements',
        'What the bank statements say: figures, positions, flags and rows; every reading is written to the audit log',
      ),
    )
    .input(statementsInput)
    .output(statementsOutput)
    .query(async ({ ctx, input }) => success(await readCashFlow(ctx.services, ctx, input.id))),

  correctStatement: actionProcedure('submission.update')
    .meta(
      rest(
        'PUT',
        '/form/submissions/{id}/statements/{documentId}/transactions',
        'Say what a row is, by `n`, or all rows of a payee, here and in later statements; figures follow',
      ),
    )
    .input(correctInput)
    .output(statementsOutput)
    .mutation(async ({ ctx, input }) => success(await correctKinds(ctx.services, ctx, input))),

  readStatementAgain: actionProcedure('submission.update')
    .meta(
      rest(
        'POST',
        '/form/submissions/{id}/statements/{documentId}/read',
        'Read a bank statement again',
        [404],
      ),
    )
    .input(readAgainInput)
    .output(readAgainOutput)
    .mutation(async ({ ctx, input }) => success(await readAgain(ctx.services, ctx, input))),
}

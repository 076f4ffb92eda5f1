import { LIMITS } from '#domain/limits'
import { success } from '../trpc/envelope.ts'
import { actionProcedure, permissionProcedure } from '../trpc/init.ts'
import { noInput } from '../trpc/inputs.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { listChoices, setOwner } from './assignees.ts'
import { readBoard } from './board.ts'
import {
  boardOutput,
  choicesInput,
  choicesOutput,
  ownerInput,
  standingOutput,
  statusInput,
} from './desk.schema.ts'
import { setStatus } from './move-status.ts'

const rest = restMeta('Submissions')

export const deskProcedures = {
  board: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/form/board',
        `Submissions by status, the newest ${LIMITS.boardCards} of each and how many there are`,
        [],
      ),
    )
    .input(noInput)
    .output(boardOutput)
    .query(async ({ ctx }) => success(await readBoard(ctx.services, ctx))),

  deskChoices: actionProcedure('submission.update')
    .meta(
      rest(
        'GET',
        '/form/submissions/{id}/choices',
        'Where the caller can move a submission, and to whom it can be assigned',
      ),
    )
    .input(choicesInput)
    .output(choicesOutput)
    .query(async ({ ctx, input }) => success(await listChoices(ctx.services, ctx.actor, input.id))),

  setStatus: actionProcedure('submission.update')
    .meta(
      rest(
        'PUT',
        '/form/submissions/{id}/status',
        'Move a submission to another status; declining and withdrawing need a reason; making and leaving a decision need submission:decide',
        [404, 409],
      ),
    )
    .input(statusInput)
    .output(standingOutput)
    .mutation(async ({ ctx, input }) => success(await setStatus(ctx.services, ctx, input))),

  setOwner: actionProcedure('submission.update')
    .meta(
      rest(
        'PUT',
        '/form/submissions/{id}/owner',
        'Assign a submission to a user, a team or nobody',
        [404, 409],
      ),
    )
    .input(ownerInput)
    .output(standingOutput)
    .mutation(async ({ ctx, input }) => success(await setOwner(ctx.services, ctx, input))),
}

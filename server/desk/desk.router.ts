import { LIMITS } from '#domain/limits'
import { answer, callsOf } from '../trpc/call.ts'
import { noInput } from '../trpc/inputs.ts'
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

const call = callsOf('Submissions')

export const deskProcedures = {
  board: call(
    'page:forms',
    'GET /form/board',
    `Submissions by status, the newest ${LIMITS.boardCards} of each and how many there are`,
    noInput,
    boardOutput,
    { errors: [] },
  ).query(answer(readBoard)),

  deskChoices: call(
    'submission.update',
    'GET /form/submissions/{id}/choices',
    'Where the caller can move a submission, and to whom it can be assigned',
    choicesInput,
    choicesOutput,
  ).query(answer((services, by, input) => listChoices(services, by.actor, input.id))),

  setStatus: call(
    'submission.update',
    'PUT /form/submissions/{id}/status',
    'Move a submission to another status; declining and withdrawing need a reason; making and leaving a decision need submission:decide',
    statusInput,
    standingOutput,
    { errors: [404, 409] },
  ).mutation(answer(setStatus)),

  setOwner: call(
    'submission.update',
    'PUT /form/submissions/{id}/owner',
    'Assign a submission to a user, a team or nobody',
    ownerInput,
    standingOutput,
    { errors: [404, 409] },
  ).mutation(answer(setOwner)),
}

import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { idInput } from '../../trpc/inputs.ts'
import { createInput, deletedOutput, deleteInput, funder, funders, updateInput } from './funder.ts'
import { createFunder, deleteFunder, listFunders, updateFunder } from './funder.service.ts'

const call = callsOf('Funders')
const ADDRESSES = {
  errors: [404, 409],
  description:
    'A new or changed address in `emails`, and `asksCode` turned off, is a 403 `password_needed` unless the password was ' +
    'confirmed in the last minutes (`/user/me/confirm`); API keys do neither, and change the rest.',
}

export const funderRouter = router({
  list: call(
    'funder.list',
    'GET /funder/get',
    'Funders, newest first, retired ones too',
    funders.listInput,
    funder.many,
  ).query(answerList('funders', listFunders)),

  get: call('funder.list', 'GET /funder/get/{id}', 'One funder', idInput, funder.one).query(
    answer(funders.get),
  ),

  create: call('funder.create', 'POST /funder/create', 'Make a funder', createInput, funder.one, {
    ...ADDRESSES,
    errors: [409],
  }).mutation(answer(createFunder)),

  update: call(
    'funder.update',
    'PUT /funder/update/{id}',
    'Change a funder',
    updateInput,
    funder.one,
    ADDRESSES,
  ).mutation(answer(updateFunder)),

  delete: call(
    'funder.delete',
    'DELETE /funder/delete/{id}',
    'Delete a funder; one with packages, offers or fundings is retired instead',
    deleteInput,
    deletedOutput,
    { errors: [404, 409] },
  ).mutation(answer(deleteFunder)),
})

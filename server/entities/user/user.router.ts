import { NEEDS_PASSWORD } from '../../account/account.schema.ts'
import { sessionProcedures } from '../../sign-in/auth.router.ts'
import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { idInput } from '../../trpc/inputs.ts'
import { createInput, updateInput, user, users } from './user.ts'
import { listUsers, createUser, updateUser } from './user.service.ts'

const call = callsOf('Users')

export const userRouter = router({
  ...sessionProcedures,
  list: call('user.list', 'GET /user/get', 'Users, newest first', users.listInput, user.many).query(
    answerList('users', listUsers),
  ),
  get: call('user.list', 'GET /user/get/{id}', 'One user', idInput, user.one).query(answer(users.get)),
  create: call('user.create', 'POST /user/create', 'Make a user', createInput, user.one, {
    errors: [409, 429],
  }).mutation(answer(createUser)),
  update: call('user.update', 'PUT /user/update/{id}', 'Change a user', updateInput, user.one, {
    errors: [404, 409, 429],
    description: `A new password, another e-mail address, another role and \`otp\` ${NEEDS_PASSWORD}`,
  }).mutation(answer(updateUser)),
})

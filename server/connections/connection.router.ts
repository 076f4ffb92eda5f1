import { answer, callsOf } from '../trpc/call.ts'
import { router } from '../trpc/init.ts'
import * as schema from './connection.schema.ts'
import { allowConnection, findConnection, refuseConnection } from './connection.service.ts'

const call = callsOf('API keys')
const NOT_FOUND = { errors: [404] }
const ONLY_THERE = 'Only in the browser that the app sent to `/oauth/authorize`.'

export const connectionRouter = router({
  find: call(
    'signed-in',
    'GET /connection/{id}',
    'The app that asks to be connected',
    schema.idInput,
    schema.connectionOutput,
    { ...NOT_FOUND, description: ONLY_THERE },
  ).query(answer(findConnection)),

  allow: call(
    'signed-in',
    'POST /connection/{id}/allow',
    'Connect the app; leads back to it',
    schema.allowInput,
    schema.leadOutput,
    {
      errors: [404, 409],
      description: `${ONLY_THERE} Needs a confirmed password, as making an API key does.`,
    },
  ).mutation(answer(allowConnection)),

  refuse: call(
    'signed-in',
    'POST /connection/{id}/refuse',
    'Refuse to connect the app; leads back to it',
    schema.idInput,
    schema.leadOutput,
    { ...NOT_FOUND, description: ONLY_THERE },
  ).mutation(answer(refuseConnection)),
})

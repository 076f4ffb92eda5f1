import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { idInput, noInput } from '../../trpc/inputs.ts'
import { apiKey, createInput, listInput, newKeyOutput } from './api-key.ts'
import { listApiKeys, createApiKey, readOwnKey, revokeApiKey } from './api-key.service.ts'

const SHOWN_ONCE =
  'Only this answer holds the key, which acts as the caller within its permissions. Needs a password confirmed in the last ' +
  'minutes (`/user/me/confirm`); no API key makes another.'

const call = callsOf('API keys')

export const apiKeyRouter = router({
  list: call(
    'integration.manage',
    'GET /api-key/get',
    'API keys that are not revoked, newest first',
    listInput,
    apiKey.many,
    { errors: [] },
  ).query(answerList('api-keys', listApiKeys)),

  me: call(
    'signed-in',
    'GET /api-key/me',
    'The API key of this call, with the permissions that its maker still has',
    noInput,
    apiKey.one,
  ).query(answer(readOwnKey)),

  create: call('integration.manage', 'POST /api-key/create', 'Make an API key', createInput, newKeyOutput, {
    description: SHOWN_ONCE,
    errors: [409],
  }).mutation(answer(createApiKey)),

  delete: call(
    'integration.manage',
    'DELETE /api-key/delete/{id}',
    'Revoke an API key: its next call is refused',
    idInput,
    apiKey.one,
  ).mutation(answer(revokeApiKey)),
})

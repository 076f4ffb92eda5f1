import { listAnswer, success } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { createInput, deleteInput, keyOutput, keysOutput, listInput, newKeyOutput } from './api-key.schema.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-key.service.ts'

const rest = restMeta('API keys')
const SHOWN_ONCE =
  'Only this answer holds the key, which acts as the caller within its permissions. Needs a password confirmed in the last ' +
  'minutes (`/user/me/confirm`); no API key makes another.'

export const apiKeyRouter = router({
  list: actionProcedure('integration.manage')
    .meta(rest('GET', '/api-key/get', 'API keys that are not revoked, newest first', []))
    .input(listInput)
    .output(keysOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'api-keys', await listApiKeys(ctx.services, ctx.actor, input)),
    ),

  create: actionProcedure('integration.manage')
    .meta(rest('POST', '/api-key/create', 'Make an API key', [], SHOWN_ONCE))
    .input(createInput)
    .output(newKeyOutput)
    .mutation(async ({ ctx, input }) => success(await createApiKey(ctx.services, ctx, input))),

  delete: actionProcedure('integration.manage')
    .meta(rest('DELETE', '/api-key/delete/{id}', 'Revoke an API key: its next call is refused'))
    .input(deleteInput)
    .output(keyOutput)
    .mutation(async ({ ctx, input }) => success(await revokeApiKey(ctx.services, ctx, input.id))),
})

import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { claimCall, keepAnswer, releaseCall } from '../auth/idempotent-calls.ts'
import { fieldError } from '../errors.ts'
import type { Context } from '../trpc/context.ts'

type Call = { key: string | string[]; route: string; input: object }

/**
 * Runs a call with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), or returns the answer of the earlier
 * call with this key. A failed call frees the key, unless it has changed something.
 */
export async function runOnce(
  context: Context,
  { key, route, input }: Call,
  run: (context: Context) => Promise<unknown>,
): Promise<unknown> {
  const { services, actor, refusal } = context
  if (actor === null || refusal) return run(context)
  const body = JSON.stringify(input)
  const claimed = await claimCall(services, { actor, route, key: parseKey(String(key)), body })
  if ('answer' in claimed) {
    context.setHeader('idempotent-replayed', 'true')
    return JSON.parse(claimed.answer)
  }
  const noteFailure = (cause: unknown) =>
    services.log.warn({ err: cause }, 'could not store how a call with an Idempotency-Key ended')
  try {
    const answer = await run({ ...context, actor: { ...actor, attempt: claimed.attempt } })
    await keepAnswer(services, claimed, JSON.stringify(answer)).catch(noteFailure)
    return answer
  } catch (error) {
    await releaseCall(services, claimed).catch(noteFailure)
    throw error
  }
}

/** A string of RFC 9651, or the same without quotes. */
const KEY = /^(?:"((?:[ !#-[\]-~]|\\["\\])+)"|([!#-~]+))$/

function parseKey(header: string): string {
  const [, quoted, bare] = KEY.exec(header) ?? []
  const key = bare ?? quoted?.replace(/\\(.)/g, '$1') ?? ''
  if (key === '' || key.length > LIMITS.idempotencyKeyLength)
    throw fieldError('Idempotency-Key', serverMessages.idempotency.key)
  return key
}

import { Webhook as Signer } from 'standardwebhooks'
import { LIMITS } from '#domain/limits'
import type { Webhook } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { guardedRequest } from './guarded-request.ts'
import { openSecrets } from './webhook-secret.ts'

type Message = { id: string; type: string; timestamp: string; data: object }
/** `failure` is null once the receiver has the message; else HTTP_ERROR, REDIRECT or an error's code. */
export type Outcome = { status: number | null; failure: string | null; durationMs: number }

/** Sends a message once, signed as https://www.standardwebhooks.com has it. */
export async function sendMessage(
  { config, keys }: Pick<Services, 'config' | 'keys'>,
  webhook: Webhook,
  { id, ...message }: Message,
): Promise<Outcome> {
  const at = new Date()
  const body = JSON.stringify(message)
  const signatures = openSecrets(keys, webhook).map((secret) => new Signer(secret).sign(id, at, body))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Intake-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': Math.floor(at.getTime() / 1000),
    'webhook-signature': signatures.join(' '),
  }
  const took = () => Date.now() - at.getTime()
  try {
    const limits = { timeoutMs: LIMITS.webhookMs, maxBytes: LIMITS.webhookAnswerBytes }
    const options = { method: 'POST', headers, body, allowPrivate: config.allowPrivateWebhooks, ...limits }
    const { status } = await guardedRequest(new URL(webhook.url), options)
    const failure = status < 300 ? null : status < 400 ? 'REDIRECT' : 'HTTP_ERROR'
    return { status, failure, durationMs: took() }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'ETIMEDOUT'
    return { status: null, failure: code === 'ABORT_ERR' ? 'ETIMEDOUT' : code, durationMs: took() }
  }
}

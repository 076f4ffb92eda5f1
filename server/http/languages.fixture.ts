import { expect } from 'vitest'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, type Answer } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

export type Headers = Record<string, string>

export async function startLanguageTests() {
  const { url, services, log } = await startTestServer({ rateLimit: true, maxFileBytes: 1024 * 1024 })
  const speaking = (language: string): Headers => ({ 'x-form-language': language })
  const slugPath = (slug: string) => `/generated-link/get/slug/${slug}`

  /** The same call through both doors; answers the status with the refusal's part of the envelope. */
  async function overRest(method: string, path: string, body: unknown, headers: Headers) {
    return read(await call(url, method, path, { body, headers }))
  }
  async function overTrpc(kind: 'query' | 'mutation', name: string, input: unknown, headers: Headers) {
    const query = kind === 'query' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const answer = await fetch(`${url}/api/trpc/${name}${query}`, {
      method: kind === 'query' ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(kind === 'mutation' && { body: JSON.stringify(input) }),
    })
    const { error } = (await answer.json()) as { error: Record<string, unknown> }
    expect(error.message).toBe(error.error)
    return read({ status: answer.status, body: { ...error, code: error.errorCode } })
  }
  const read = ({ status, body }: Pick<Answer, 'status' | 'body'>) => {
    const { code, error, fields } = body as { code: string; error: string; fields?: Record<string, string> }
    return { status, code, error, fields }
  }

  const closedSession = await openFormSession(url)

  await submitApplication(url, closedSession)

  return { url, services, log, speaking, slugPath, overRest, overTrpc, read, closedSession }
}

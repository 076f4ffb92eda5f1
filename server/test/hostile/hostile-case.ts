import type { ErrorCode } from '../../errors.ts'

/** What a hostile sender knows of the server. */
export type Target = {
  /** http://localhost:<port> */
  url: string
  /** a signed-in admin's */
  token: string
  /** a form session's that is open */
  session: string
  /** a company there is */
  companyId: string
}

export type HostileAnswer = { status: number; text: string }

export type HostileCase = {
  name: string
  send: (target: Target) => Promise<HostileAnswer>
  status: number
  code: ErrorCode
}

/** Longer than any refusal takes on a machine that has other things to do. */
const PATIENCE_MS = 30_000

export async function request(url: string, init: RequestInit = {}): Promise<HostileAnswer> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
  return { status: answer.status, text: await answer.text() }
}

/** A body as it is, said to be JSON. */
export const sendJson = (
  url: string,
  body: string,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<HostileAnswer> =>
  request(url, { method, body, headers: { 'content-type': 'application/json', ...headers } })

export const bearer = ({ token }: Target) => ({ authorization: `Bearer ${token}` })

import { createHash, randomBytes } from 'node:crypto'

export const CALLBACK = 'http://127.0.0.1:4711/callback'

const json = { 'content-type': 'application/json' }
export const post = async (url: string, body: object) => {
  const response = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

/** A POST of a form, as at the token endpoint. */
export async function postForm(url: string, fields: Record<string, string>, headers = {}) {
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body }
}

export async function register(url: string, fields: object = {}): Promise<string> {
  const { body } = await post(`${url}/oauth/register`, {
    client_name: 'Claude',
    redirect_uris: [CALLBACK],
    ...fields,
  })
  return String(body.client_id)
}

export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A browser that an app sends to the authorization endpoint. */
export async function authorize(url: string, query: Record<string, string | undefined>) {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const at = `${url}/oauth/authorize?${new URLSearchParams(given as [string, string][]).toString()}`
  const response = await fetch(at, { redirect: 'manual' })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const location = response.headers.get('location') ?? ''
  return { status: response.status, location, cookies, id: location.split('/').pop() ?? '', response }
}
export type Begun = Awaited<ReturnType<typeof authorize>>

/** A call of the panel in that browser. */
export async function consent(
  url: string,
  { id, cookies }: Pick<Begun, 'id' | 'cookies'>,
  { token, verb = 'allow', body = {} }: { token: string; verb?: 'allow' | 'refuse' | 'find'; body?: object },
) {
  const path = `${url}/api/v1/connection/${id}${verb === 'find' ? '' : `/${verb}`}`
  const headers = { ...json, authorization: `Bearer ${token}`, cookie: cookies.join('; ') }
  const init = verb === 'find' ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(path, init)
  return {
    status: response.status,
    body: (await response.json()) as { code?: string; data: Record<string, string> },
  }
}

/** @returns where the browser is sent at the end */
export async function resume(url: string, path: string, cookies: readonly string[]) {
  const response = await fetch(`${url}${path}`, {
    redirect: 'manual',
    headers: { cookie: cookies.join('; ') },
  })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  }
}

/** All of it, as an app does it. */
export async function connect(
  url: string,
  {
    token,
    resource = `${url}/api/v1`,
    permissions = ['page:forms'],
    clientId,
  }: { token: string; resource?: string; permissions?: string[]; clientId?: string },
) {
  const client = clientId ?? (await register(url))
  const { verifier, challenge } = pkce()
  const begun = await authorize(url, {
    client_id: client,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'mine',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource,
    scope: permissions.join(' '),
  })
  const allowed = await consent(url, begun, { token, body: { permissions } })
  const end = await resume(url, allowed.body.data.path ?? '', begun.cookies)
  const code = new URL(end.location).searchParams.get('code') ?? ''
  const exchange = () =>
    postForm(`${url}/oauth/token`, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      client_id: client,
      code_verifier: verifier,
      resource,
    })
  const refresh = (refreshToken: unknown, more: Record<string, string> = {}) =>
    postForm(`${url}/oauth/token`, {
      grant_type: 'refresh_token',
      refresh_token: String(refreshToken),
      client_id: client,
      ...more,
    })
  const answer = await exchange()
  return { client, code, verifier, end, answer, exchange, refresh, access: String(answer.body.access_token) }
}

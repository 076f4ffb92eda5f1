import { vi } from 'vitest'

export type Sent = { method: string; url: URL; headers: Headers; body: unknown }
type Reply = { status?: number; body?: unknown; headers?: Record<string, string> }

/** Stands for the network: answers every request by `answer`, and keeps what was sent. */
export function fakeNetwork(answer: (sent: Sent) => Reply | Promise<Reply>): Sent[] {
  const all: Sent[] = []
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const text = typeof init.body === 'string' ? init.body : 'null'
    const sent = {
      method: init.method ?? 'GET',
      url: new URL(input, 'http://panel.test'),
      headers: new Headers(init.headers),
      body: JSON.parse(text) as unknown,
    }
    all.push(sent)
    const { status = 200, body, headers } = await answer(sent)
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
  })
  return all
}

/** What tRPC answers for a success in our envelope, and for a refusal. */
export const trpcData = (data: unknown): Reply => ({
  body: { result: { data: { status: 'success', data } } },
})
export const trpcRefusal = (httpStatus: number, message: string): Reply => ({
  status: httpStatus,
  body: { error: { message, code: -32000, data: { httpStatus } } },
})

export const STAFF = {
  id: 'user-1',
  email: 'staff@example.com',
  name: 'Staff Member',
  isAdmin: false,
  slug: null,
  company: null,
  role: { id: 'role-1', name: 'User', userType: 'user', permissions: ['page:forms'] },
}

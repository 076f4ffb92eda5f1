import { afterEach, expect, test, vi } from 'vitest'
import { dataProvider, apiUrl } from './data-provider.ts'
import { fakeNetwork } from './server.fixture.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const LIST = { pagination: { page: 2, perPage: 10 }, sort: { field: 'createdAt', order: 'DESC' as const } }

test('a list goes to the path of the specification, with sort, range, filter and the bearer token', async () => {
  localStorage.setItem('token', 'secret')
  const sent = fakeNetwork(() => ({
    body: { status: 'success', data: [{ id: 'a' }], total: 11 },
    headers: { 'content-range': 'submissions 10-10/11' },
  }))
  const filter = { q: 'acme', columns: ['company'] }
  const answer = await dataProvider.getList('forms', { ...LIST, filter })

  expect(answer).toEqual({ data: [{ id: 'a' }], total: 11 })
  expect(sent[0]?.url.pathname).toBe('/api/form/submissions')
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
    sort: '["createdAt","DESC"]',
    range: '[10,19]',
    filter: JSON.stringify(filter),
  })
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret')
})

test('a record comes out of its envelope', async () => {
  const sent = fakeNetwork(() => ({ body: { status: 'success', data: { id: 'a/b', formData: '{}' } } }))
  expect(await dataProvider.getOne('forms', { id: 'a/b' })).toEqual({ data: { id: 'a/b', formData: '{}' } })
  expect(sent[0]?.url.pathname).toBe('/api/form/submissions/a%2Fb')
  expect(sent[0]?.headers.get('authorization')).toBeNull()
})

test("a refusal carries the server's sentence and status", async () => {
  fakeNetwork(() => ({
    status: 400,
    body: {
      status: 'error',
      error: 'Unknown field: x',
      code: 'invalid_input',
      fields: { x: 'Unknown field: x' },
    },
  }))
  await expect(dataProvider.getList('forms', { ...LIST, filter: {} })).rejects.toMatchObject({
    message: 'Unknown field: x',
    status: 400,
    code: 'invalid_input',
    fields: { x: 'Unknown field: x' },
  })
})

test('an answer that is no envelope, and none at all, are told in words', async () => {
  fakeNetwork(() => ({ status: 502, body: '<html>' }))
  await expect(dataProvider.getOne('forms', { id: 'a' })).rejects.toMatchObject({
    status: 502,
    message: 'The server gave no usable answer. Try again in a moment.',
  })
  fakeNetwork(() => {
    throw new TypeError('Failed to fetch')
  })
  await expect(dataProvider.getOne('forms', { id: 'a' })).rejects.toMatchObject({
    status: 0,
    message: 'The server cannot be reached. Check your connection and try again.',
  })
})

test('a call that the specification does not have is no call', () => {
  expect(() => apiUrl('/forms/a', 'DELETE')).toThrow('No call for DELETE /forms/a')
  expect(() => apiUrl('/forms', 'POST')).toThrow()
  expect(() => apiUrl('/constructor')).toThrow()
})

import { act, cleanup, configure, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { AdminContext, TestMemoryRouter } from 'react-admin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authProvider } from '../providers/auth-provider.ts'
import { dataProvider } from '../providers/data-provider.ts'
import { i18nProvider } from '../providers/i18n-provider.ts'
import { fakeNetwork, STAFF, trpcData, type Sent } from '../providers/server.fixture.ts'
import { endSession, loadUser } from '../providers/session.ts'
import { keepSearchText } from '../providers/search-texts.ts'
import { createChoicesStore } from '../providers/choices-store.ts'
import { Column } from './columns.tsx'
import { RecordList } from './record-list.tsx'

type Row = { id: string; name: string; owner: string }

const ROWS: Row[] = Array.from({ length: 23 }, (_, index) => ({
  id: `${index}`,
  name: `Name ${index}`,
  owner: 'Olga',
}))
// The machine may be busy with other tests.
configure({ asyncUtilTimeout: 60_000 })

const BY_NAME = { field: 'company', order: 'ASC' } as const

let broken = false
let refuse = (_url: URL): string | undefined => undefined

function answer({ url }: Sent) {
  if (url.pathname.endsWith('/user.me')) return trpcData(STAFF)
  if (broken) return { status: 503, body: { status: 'error', error: 'Not right now.' } }
  const refused = refuse(url)
  if (refused !== undefined)
    return {
      status: 400,
      body: { status: 'error', error: 'Narrow it.', fields: { [refused]: 'Narrow it.' } },
    }
  const filter = paramOf<{ q?: string }>(url, 'filter')
  const [from, to] = paramOf<[number, number]>(url, 'range')
  const found = ROWS.filter(({ name }) => name.includes(filter.q ?? ''))
  return {
    body: { status: 'success', data: found.slice(from, to + 1), total: found.length },
    headers: { 'content-range': `forms ${from}-${to}/${found.length}` },
  }
}

const paramOf = <T,>(url: URL, name: string): T => JSON.parse(url.searchParams.get(name) ?? 'null') as T

let search = ''
const address = () => new URLSearchParams(search)

async function show(from = '', rejectSearch?: (text: string) => string | undefined) {
  const sent = fakeNetwork(answer)
  await loadUser()
  render(
    <TestMemoryRouter
      initialEntries={[`/admin/forms${from}`]}
      locationCallback={(location) => {
        search = location.search
      }}
    >
      <AdminContext
        basename="/admin"
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        store={createChoicesStore('user-1')}
      >
        <RecordList<Row>
          page="forms"
          sort={BY_NAME}
          words={{ empty: 'Nothing came in yet.' }}
          search={{ reject: rejectSearch }}
        >
          <Column<Row> source="company" isSearched card="title" render={({ name }) => name} />
          <Column<Row> source="user" isSearched disableSort card="subtitle" render={({ owner }) => owner} />
          <Column<Row> source="actions" disableSort width={80} card="actions" render={() => 'x'} />
        </RecordList>
      </AdminContext>
    </TestMemoryRouter>,
  )
  const lists = () => sent.filter(({ url }) => url.pathname === '/api/form/submissions')
  return { lists, last: () => lists().at(-1)?.url ?? new URL('http://none') }
}

const counter = (text: string) => screen.findByText(text)

beforeEach(() => {
  broken = false
  refuse = () => undefined
  localStorage.setItem('token', 'fresh')
})
afterEach(() => {
  cleanup()
  endSession(null)
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('ten rows, the counter, Prev and Next, the page in the address', async () => {
  const { last } = await show()
  await counter('Displayed: 1–10 of 23')
  expect(screen.getByRole('button', { name: 'Prev' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await counter('Displayed: 11–20 of 23')
  expect(address().get('page')).toBe('2')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await counter('Displayed: 21–23 of 23')
  // The counter may be there before the request.
  await waitFor(() => expect(paramOf(last(), 'range')).toEqual([20, 29]))
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
})

test('a search waits for the last key, looks into the visible filterable columns and starts on page 1', async () => {
  const { lists, last } = await show('?page=2&perPage=10&sort=company&order=ASC&filter={}')
  await counter('Displayed: 11–20 of 23')
  const before = lists().length
  const box = screen.getByPlaceholderText('Search...')
  for (const text of ['1', '1 ', ' 1']) fireEvent.change(box, { target: { value: text } })
  expect(lists()).toHaveLength(before)
  await counter('Displayed: 1–10 of 12')
  expect(lists()).toHaveLength(before + 1)
  expect(paramOf(last(), 'filter')).toEqual({ q: '1', columns: ['company', 'user'] })
  expect(address().get('page')).toBe('1')
})

test('the address has a key in place of the text that is searched for, which goes with the session', async () => {
  await show()
  await counter('Displayed: 1–10 of 23')
  const box = screen.getByPlaceholderText('Search...')
  fireEvent.change(box, { target: { value: 'Name 1' } })
  await counter('Displayed: 1–10 of 11')
  const searched = search
  const { q } = paramOf<{ q: string }>(new URL(`http://none/${searched}`), 'filter')
  expect(q).toMatch(/^[a-z0-9]{5,}$/)
  expect(decodeURIComponent(searched)).not.toContain('Name')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Name')
  cleanup()
  await show(searched)
  await counter('Displayed: 1–10 of 11')
  expect(screen.getByPlaceholderText('Search...')).toHaveProperty('value', 'Name 1')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await counter('Displayed: 1–10 of 23')
  cleanup()

  endSession(null)
  localStorage.setItem('token', 'fresh')
  const next = await show(searched)
  await counter('Displayed: 1–10 of 23')
  expect(screen.getByPlaceholderText('Search...')).toHaveProperty('value', '')
  expect(paramOf(next.last(), 'filter')).toEqual({ columns: ['company', 'user'] })
})

test('a text that the list refuses is not sent, and the list says why', async () => {
  const { lists } = await show('', (text) => (text.startsWith('123') ? 'Not here.' : undefined))
  await counter('Displayed: 1–10 of 23')
  const before = lists().length
  const box = screen.getByPlaceholderText('Search...')
  fireEvent.change(box, { target: { value: '123-45-6789' } })
  await screen.findByText('Not here.')
  fireEvent.change(box, { target: { value: 'Name 2' } })
  await counter('Displayed: 1–4 of 4')
  expect(lists()).toHaveLength(before + 1)
  expect(screen.queryByText('Not here.')).toBeNull()
})

test('hiding a column resets the page, narrows the search and is remembered per user and list', async () => {
  const { last } = await show('?page=2&perPage=10&sort=company&order=ASC&filter={}')
  await counter('Displayed: 11–20 of 23')
  fireEvent.click(screen.getByRole('button', { name: 'Configure columns' }))
  const popup = await screen.findByRole('dialog', { name: 'Visible Columns' })
  fireEvent.click(within(popup).getByRole('checkbox', { name: 'Submitted By' }))
  await counter('Displayed: 1–10 of 23')
  expect(paramOf(last(), 'filter')).toEqual({ columns: ['company'] })
  expect(JSON.parse(localStorage.getItem('columns:user-1:forms') ?? '')).toEqual(['user'])
  cleanup()
  await show()
  await counter('Displayed: 1–10 of 23')
  expect(screen.queryByText('Olga')).toBeNull()
})

test('the size of a page is chosen, and remembered per user and list', async () => {
  const { last } = await show()
  await counter('Displayed: 1–10 of 23')
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Per page' }))
  const sizes = await screen.findAllByRole('option')
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '25', '50', '100'])
  fireEvent.click(screen.getByRole('option', { name: '25' }))
  await counter('Displayed: 1–23 of 23')
  expect(paramOf(last(), 'range')).toEqual([0, 24])
  cleanup()
  await show()
  await counter('Displayed: 1–23 of 23')
  cleanup()
  localStorage.setItem('page-size:user-1:forms', '7')
  await show()
  await counter('Displayed: 1–10 of 23')
})

test('rows are cards where a table does not fit, else rows under headers that sort', async () => {
  const showOn = (matches: boolean) => {
    vi.stubGlobal('matchMedia', () => ({
      matches,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    return show()
  }
  await showOn(true)
  await counter('Displayed: 1–10 of 23')
  const cards = within(screen.getByRole('list', { name: 'Submitted Forms' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)[0]).toBe('Name 0Olgax')
  cleanup()

  const { last } = await showOn(false)
  await counter('Displayed: 1–10 of 23')
  const table = within(screen.getByRole('table', { name: 'Submitted Forms' }))
  const headers = () => table.getAllByRole('columnheader')
  expect(headers().map(({ textContent }) => textContent)).toEqual(['Company', 'Submitted By', 'Actions'])
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)[9]).toBe('Name 9')
  expect(headers().map((header) => header.getAttribute('aria-sort'))).toEqual(['ascending', null, null])
  fireEvent.click(table.getByRole('button', { name: 'Company' }))
  await expect.poll(() => headers()[0]?.getAttribute('aria-sort')).toBe('descending')
  await expect.poll(() => paramOf(last(), 'sort')).toEqual(['company', 'DESC'])
  expect(table.queryByRole('button', { name: 'Submitted By' })).toBeNull()
})

test('one column always stays', async () => {
  localStorage.setItem('columns:user-1:forms', '["user","actions"]')
  await show()
  await counter('Displayed: 1–10 of 23')
  fireEvent.click(screen.getByRole('button', { name: 'Configure columns' }))
  const popup = await screen.findByRole('dialog', { name: 'Visible Columns' })
  expect(within(popup).getByRole('checkbox', { name: 'Company' })).toHaveProperty('disabled', true)
})

test('columns remembered in an unreadable way are all shown', async () => {
  localStorage.setItem('columns:user-1:forms', '{oops')
  await show()
  await counter('Displayed: 1–10 of 23')
  expect((await screen.findAllByText('Olga')).length).toBe(10)
})

test('a list without any row says what the page is for; a search without a hit offers to clear it', async () => {
  await show()
  await counter('Displayed: 1–10 of 23')
  fireEvent.change(screen.getByPlaceholderText('Search...'), { target: { value: 'none' } })
  await screen.findByText('Nothing matches this search.')
  expect(screen.getByPlaceholderText('Search...')).toHaveProperty('value', 'none')
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  await counter('Displayed: 1–10 of 23')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.textContent).toContain('Displayed: 1–10 of 23')
  await expect.poll(() => screen.getByPlaceholderText('Search...')).toHaveProperty('value', '')
})

test('a failed list says so and stays usable: another try brings the rows', async () => {
  broken = true
  // react-admin prints what failed, outside production.
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await show()
  expect((await screen.findByRole('alert')).textContent).toContain('The list could not be loaded.')
  expect(screen.getByRole('alert').textContent).toContain('Not right now.')
  expect(warn.mock.calls).toEqual([['The list could not be loaded.', 'Not right now.']])
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await counter('Displayed: 1–10 of 23')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.textContent).toContain('Displayed: 1–10 of 23')
  print.mockRestore()
  warn.mockRestore()
})

test.each([
  ['sort', 'Use the standard order', { sort: ['company', 'ASC'], filter: { q: 'Name', status: 'new' } }],
  ['filter.q', 'Clear the search', { sort: ['user', 'DESC'], filter: { status: 'new' } }],
  ['filter', 'Clear all filters', { sort: ['user', 'DESC'], filter: { q: 'Name' } }],
])('a refusal of the %s says why and offers: %s', async (field, label, left) => {
  const isLeft = (url: URL) => {
    const [sort, filter] = [paramOf<string[]>(url, 'sort'), paramOf<Record<string, unknown>>(url, 'filter')]
    if (field === 'sort') return sort[0] === 'company'
    return field === 'filter.q' ? filter.q === undefined : filter.status === undefined
  }
  refuse = (url) => (isLeft(url) ? undefined : field)
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const filter = JSON.stringify({ q: keepSearchText('Name'), status: 'new' })
  const { last } = await show(`?sort=user&order=DESC&filter=${encodeURIComponent(filter)}`)
  expect((await screen.findByRole('alert')).textContent).toBe(`Narrow it.${label}`)
  fireEvent.click(screen.getByRole('button', { name: label }))
  await counter('Displayed: 1–10 of 23')
  expect(paramOf(last(), 'filter')).toEqual({ columns: ['company', 'user'], ...left.filter })
  expect(paramOf(last(), 'sort')).toEqual(left.sort)
  print.mockRestore()
  warn.mockRestore()
})

test("'/' goes to the search from anywhere but a field", async () => {
  await show()
  await counter('Displayed: 1–10 of 23')
  act(() => void fireEvent.keyDown(document.body, { key: '/' }))
  await expect.poll(() => document.activeElement).toBe(screen.getByPlaceholderText('Search...'))
})

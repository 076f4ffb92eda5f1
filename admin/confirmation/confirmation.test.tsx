import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { AdminContext, memoryStore, TestMemoryRouter } from 'react-admin'
import { afterEach, expect, test, vi } from 'vitest'
import { authProvider } from '../providers/auth-provider.ts'
import { dataProvider } from '../providers/data-provider.ts'
import { i18nProvider } from '../providers/i18n-provider.ts'
import { fakeNetwork, STAFF, trpcData, type Sent } from '../providers/server.fixture.ts'
import { endSession, loadUser } from '../providers/session.ts'
import { call, trpc } from '../providers/trpc-client.ts'
import { useTask } from '../providers/use-task.ts'
import { ConfirmationProvider } from './confirmation.tsx'

// The machine may be busy with other tests.
configure({ asyncUtilTimeout: 60_000 })

let isConfirmed = false

function answer({ url }: Sent) {
  if (url.pathname.endsWith('/user.me')) return trpcData(STAFF)
  if (url.pathname.endsWith('/account.confirm')) {
    isConfirmed = true
    return trpcData({ until: '' })
  }
  if (isConfirmed) return trpcData({})
  const data = { httpStatus: 403 }
  const error = { message: 'Confirm your password.', code: -32003, errorCode: 'password_needed', data }
  return { status: 403, body: { error } }
}

const Act = () => {
  const { run } = useTask('It failed.')
  const act = () => run(async () => void (await call(trpc.user.update.mutate({ id: 'x', name: 'y' }))))
  return <button onClick={act}>Act</button>
}

async function show() {
  isConfirmed = false
  const sent = fakeNetwork(answer)
  await loadUser()
  render(
    <TestMemoryRouter>
      <AdminContext {...{ authProvider, dataProvider, i18nProvider }} store={memoryStore()}>
        <ConfirmationProvider>
          <Act />
        </ConfirmationProvider>
      </AdminContext>
    </TestMemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Act' }))
  const password = await screen.findByLabelText('Your password')
  return { password, calls: () => sent.map(({ url }) => url.pathname.split('/').at(-1)) }
}

afterEach(() => {
  cleanup()
  endSession(null)
  vi.unstubAllGlobals()
})

test('a tRPC call that needs the password is sent again once the password is confirmed', async () => {
  const { password, calls } = await show()
  fireEvent.change(password, { target: { value: 'correct-horse-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await expect.poll(() => calls().slice(1)).toEqual(['user.update', 'account.confirm', 'user.update'])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('it is not sent again, and reports no failure, when the dialog is closed', async () => {
  const { calls } = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(calls().slice(1)).toEqual(['user.update'])
  expect(screen.queryByText(/failed|Confirm your password/)).toBeNull()
})

import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApplicationProvider } from './application/application-context.tsx'
import { createApplication } from './application/application.ts'
import { AT, link } from './application/opened.fixture.ts'
import { connectToHost } from './embed/frame.ts'
import { PROTOCOL } from './embed/protocol.ts'
import { Received } from './received.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the page around is told once of an application whose answer was lost, on however many visits it is shown', () => {
  const heard = vi.fn<(message: { type: string }) => void>()
  const host = Object.assign(new EventTarget(), { postMessage: heard })
  vi.stubGlobal('parent', host)
  connectToHost()
  const greeting = new MessageEvent('message', {
    data: { intake: PROTOCOL, type: 'host' },
    origin: 'https://x',
  })
  Object.defineProperty(greeting, 'source', { value: host })
  window.dispatchEvent(greeting)

  const show = (token: string) => {
    localStorage.setItem('form_session_demo', token)
    render(
      <ApplicationProvider value={createApplication('demo')}>
        <Received company={link.company} at={AT} />
      </ApplicationProvider>,
    )
    cleanup()
    return heard.mock.calls.filter(([message]) => message.type === 'submitted').length
  }
  expect(show('token-0')).toBe(1)
  expect(show('token-0')).toBe(1)
  expect(show('token-1')).toBe(2)
})

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

// The machine may be busy with other tests.
configure({ asyncUtilTimeout: 60_000 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const Failed = ({ onRetry }: { onRetry: () => void }) => <button onClick={onRetry}>Try again</button>
const make = (load: () => Promise<typeof Greeting>) => lazyComponent(load, <p>Loading</p>, Failed)

/** Counts the reloads of a page whose server answers with the given status; 0 means no answer. */
function stubServer(status: number) {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  vi.stubGlobal('fetch', async () => {
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
  return reload
}

test('shows the component once its code is there, and at once the second time', async () => {
  const load = vi.fn(async () => Greeting)
  const Lazy = make(load)
  const { unmount } = render(<Lazy name="Ann" />)
  screen.getByText('Loading')
  await screen.findByText('Hello Ann')
  unmount()
  render(<Lazy name="Bob" />)
  screen.getByText('Hello Bob')
  expect(load).toHaveBeenCalledTimes(1)
})

test('loads again when the user retries, without a new page', async () => {
  const reload = stubServer(200)
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Lazy = make(load)
  render(<Lazy name="Ann" />)
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByText('Try again'))
  await screen.findByText('Hello Ann')
  expect(reload).not.toHaveBeenCalled()
})

test('loads again when it is shown anew after a failure', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Lazy = make(load)
  const { unmount } = render(<Lazy name="Ann" />)
  await screen.findByText('Try again')
  unmount()
  render(<Lazy name="Ann" />)
  await screen.findByText('Hello Ann')
  expect(load).toHaveBeenCalledTimes(2)
})

test.each([
  [200, 1],
  [503, 0],
  [0, 0],
])('a retry that fails reloads the page only if the server answers (status %i)', async (status, reloads) => {
  const reload = stubServer(status)
  const Lazy = make(() => Promise.reject(new TypeError('Failed to fetch')))
  render(<Lazy name="Ann" />)
  fireEvent.click(await screen.findByText('Try again'))
  await screen.findByText('Loading')
  await screen.findByText('Try again')
  expect(reload).toHaveBeenCalledTimes(reloads)
})

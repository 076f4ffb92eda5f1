import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SuccessOverlay } from './success-overlay.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const passSecond = () => act(() => vi.advanceTimersByTime(1000))

test('it speaks Russian, takes the focus, counts five seconds down and then is over', () => {
  const over = vi.fn()
  render(<SuccessOverlay language={null} onOver={over} />)
  const dialog = screen.getByRole('dialog', { name: 'Заявка отправлена!' })
  expect(dialog.getAttribute('lang')).toBe('ru')
  expect(document.activeElement).toBe(dialog)
  for (const left of [5, 4, 3, 2, 1]) {
    expect(screen.getByRole('timer').textContent).toContain(String(left))
    expect(over).not.toHaveBeenCalled()
    passSecond()
  }
  expect(over).toHaveBeenCalledOnce()
})

test('below the Russian it says the same in English', () => {
  render(<SuccessOverlay language={null} onOver={() => {}} />)
  const english = [...document.querySelectorAll('[lang=en]')].map(({ textContent }) => textContent?.trim())
  expect(english).toEqual([
    'Pause',
    'Application sent! Your form was sent and a PDF was generated. This page reloads in 5 s',
  ])
})

test('the two languages of the button stand apart', () => {
  render(<SuccessOverlay language={null} onOver={() => {}} />)
  // A button is a flex box, which drops the spaces between its children.
  expect(screen.getByRole('button').firstElementChild?.textContent).toBe('Пауза Pause')
})

test('it speaks the language the applicant chose, and no other', () => {
  render(<SuccessOverlay language="en" onOver={() => {}} />)
  expect(screen.getByRole('dialog', { name: 'Application sent!' }).getAttribute('lang')).toBe('en')
  expect(screen.queryByText(/Пауза/)).toBeNull()
  expect(document.querySelector('.overlay-english')).toBeNull()
})

test('a paused one stays, says so, and counts on from where it was', () => {
  const over = vi.fn()
  render(<SuccessOverlay language={null} onOver={over} />)
  passSecond()
  fireEvent.click(screen.getByRole('button', { name: /^Пауза/ }))
  expect(screen.getByRole('status').textContent).toBe('Пауза: страница не обновится, пока вы не продолжите.')
  for (let seconds = 0; seconds < 60; seconds++) passSecond()
  expect(over).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('button', { name: /^Продолжить/ }))
  expect(screen.getByRole('timer').textContent).toContain('4')
  expect(screen.getByRole('status').textContent).toContain('4')
  for (const left of [4, 3, 2, 1]) {
    expect(screen.getByRole('timer').textContent).toContain(String(left))
    passSecond()
  }
  expect(over).toHaveBeenCalledOnce()
})

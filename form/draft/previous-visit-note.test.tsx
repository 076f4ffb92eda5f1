import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english } from '#domain/messages/en'
import { ApplicationProvider } from '../application/application-context.tsx'
import { openForm } from '../application/opened.fixture.ts'
import { LanguageProvider } from '../language/language-context.tsx'
import { PreviousVisitNote } from './previous-visit-note.tsx'

afterEach(cleanup)

test('the region is there before its text, so that the text is announced', () => {
  const application = openForm({ late: true })
  render(
    <LanguageProvider pack={english} chosen={false}>
      <ApplicationProvider value={application}>
        <PreviousVisitNote />
      </ApplicationProvider>
    </LanguageProvider>,
  )
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  act(() => application.answer({ is: 'received', at: '2026-11-21T12:00:00.000Z' }))
  expect(screen.getByRole('status')).toBe(region)
  expect(region.textContent).toContain('We received your application on November 21, 2026.')
})

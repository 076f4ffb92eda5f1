import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { parseSettings } from '#domain/catalogue/settings'
import { visibleForm } from '#domain/catalogue/visible-form'
import { english } from '#domain/messages/en'
import { ApplicationProvider } from '../application/application-context.tsx'
import { createApplicationHandle } from '../application/application-handle.ts'
import { browserTokenStore, createFormSession } from '../application/form-session.ts'
import { LanguageProvider } from '../language/language-context.tsx'
import { PreviousVisitNote } from './previous-visit-note.tsx'

afterEach(cleanup)

test('the region is there before the news, or nobody would hear it', () => {
  const texts = { authorizationText: '', disclaimer: '', appEditorSettings: '' }
  const company = { id: '1', nameIn: '', nameOut: 'Demo', logoUrl: '', pdfLogoUrl: '', ...texts }
  const handle = createApplicationHandle({
    link: { id: '1', slug: 'demo', company },
    form: visibleForm(parseSettings('')),
    session: createFormSession(browserTokenStore('demo'), async () => 'token-1'),
    resumed: null,
    resumedLater: null,
  })
  render(
    <LanguageProvider pack={english} chosen={false}>
      <ApplicationProvider value={handle}>
        <PreviousVisitNote />
      </ApplicationProvider>
    </LanguageProvider>,
  )
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  act(() => handle.store.dispatch({ type: 'news', news: { is: 'received', at: '2026-11-21T12:00:00.000Z' } }))
  expect(screen.getByRole('status')).toBe(region)
  expect(region.textContent).toContain('We received your application on November 21, 2026.')
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { english } from '#domain/messages/en'
import { ApplicationProvider } from '../application/application-context.tsx'
import { form, playServer } from '../application/opened.fixture.ts'
import { LanguageProvider } from '../language/language-context.tsx'
import { openFiles } from '../uploads/played-files.fixture.ts'
import { BeforeSubmit } from './before-submit.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show() {
  playServer()
  vi.useFakeTimers({ now: new Date(2026, 10, 22), toFake: ['Date'] })
  const application = openFiles()
  render(
    <LanguageProvider pack={english} chosen={false}>
      <ApplicationProvider value={application}>
        <BeforeSubmit form={form} />
      </ApplicationProvider>
    </LanguageProvider>,
  )
  const missing = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
  const attach = (id: string, statementMonth: string | null) =>
    act(() => application.restore([{ id, name: 'a.pdf', size: 1, type: 'application/pdf', statementMonth }]))
  return { application, missing, attach }
}

test('the line names the signature and the months that are not there, until they are', () => {
  const { application, missing, attach } = show()
  expect(missing()).toEqual(['Not signed.', 'July, August, September and October are missing.'])
  act(() => application.change('signer1Signature', 'data:image/png;base64,AAAA'))
  attach('1', '2026-07')
  const months = 'August, September and October are missing.'
  expect(missing()).toEqual(['Not signed by signer 2.', months])
  act(() => application.dispatch({ type: 'secondSignerSet', present: false }))
  expect(missing()).toEqual([months])
  attach('2', null)
  expect(missing()).toEqual([])
})

test('the fold lists the answers while it is open', () => {
  const { application } = show()
  act(() => application.change('legalName', 'Golden Crust'))
  expect(screen.queryByText('Golden Crust')).toBeNull()
  const fold = document.querySelector('details')
  if (!fold) throw new Error('No fold')
  fold.open = true
  fireEvent(fold, new Event('toggle'))
  expect(screen.getByText('Golden Crust')).toBeTruthy()
})

import { act, cleanup } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { LANGUAGES } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { formPage, type PageData } from '../server/http/form-page.ts'
import { ApplicationPage } from './application-page.tsx'
import { createApplication } from './application/application.ts'
import { playServer } from './application/opened.fixture.ts'
import { takeTyped } from './drawn-form.ts'
import { drawPage } from './drawn-page.tsx'
import { LanguageProvider } from './language/language-context.tsx'
import { loadPack } from './language/load-pack.ts'

/** React's development build, which tests use, reports each difference from what the server drew. */

const company = {
  id: '1',
  nameIn: '',
  nameOut: 'Acme & "Sons" <Funding>',
  logoUrl: '/api/logos/a.png',
  pdfLogoUrl: '',
  authorizationText: '',
  disclaimer: '',
  appEditorSettings: '',
  contact: '',
  applicantSettings: DEFAULT_APPLICANT_SETTINGS,
}

const dataOf = (changes: Partial<typeof company> = {}, closed = false): PageData => ({
  link: {
    status: 'success',
    data: { id: '1', slug: 'demo', sharedDevice: false, company: { ...company, ...changes } },
  },
  closed,
})

beforeEach(() => {
  playServer()
})
afterEach(async () => {
  // Parts that the form loads after the first entry.
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
})

test.each(LANGUAGES.flatMap((language) => [390, 1280].map((width) => ({ language, width }))))(
  'the browser takes over what the server drew: $language, $width px',
  async ({ language, width }) => {
    vi.stubGlobal('innerWidth', width)
    const data = dataOf()
    const pack = await loadPack(language)
    const drawing = drawPage(data, pack)
    const built = readFileSync('form/index.html', 'utf8').replace(/<link rel="stylesheet".*>/, '')
    const html = formPage(built, {
      language,
      data,
      drawing,
      embedded: false,
      preload: [],
      maxFileBytes: LIMITS.fileBytes,
      draftDays: LIMITS.draftDays,
    })
    const { head, body } = new DOMParser().parseFromString(html, 'text/html')
    document.head.innerHTML = head.innerHTML
    // Other tests keep hold of the body itself.
    document.body.innerHTML = body.innerHTML
    expect(document.title).toBe(`${pack.form.title} · ${company.nameOut}`)
    const root = document.getElementById('root')
    if (root === null) throw new Error('No root')
    const find = (name: string) => root.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const [drawn, phone] = [find('legalName'), find('businessPhone')]
    if (!drawn || !phone) throw new Error('No fields')
    drawn.value = 'Golden Crust'
    phone.value = '2125550187'

    const application = createApplication('demo')
    takeTyped(root, application)
    const differences: unknown[] = []
    const onRecoverableError = (error: unknown) => void differences.push(error)
    const page = (
      <LanguageProvider pack={pack} chosen={false}>
        <ApplicationPage application={application} />
      </LanguageProvider>
    )
    const mounted = await act(async () => hydrateRoot(root, page, { onRecoverableError }))
    expect(differences).toEqual([])
    expect(find('legalName')).toBe(drawn)
    expect([drawn.value, phone.value]).toEqual(['Golden Crust', '(212) 555-0187'])
    expect(application.state().values).toMatchObject({
      legalName: 'Golden Crust',
      businessPhone: '(212) 555-0187',
    })
    expect(root.querySelector('[type=submit]')).not.toBeNull()
    await act(async () => mounted.unmount())
  },
)

test('nothing is drawn where the page has no form', async () => {
  const pack = await loadPack('en')
  expect(drawPage(dataOf({}, true), pack)).toBeNull()
  expect(drawPage(dataOf({ appEditorSettings: '{' }), pack)).toBeNull()
  expect(
    drawPage({ link: { status: 'error', error: '', code: 'not_found' }, closed: false }, pack),
  ).toBeNull()
})

import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { firstPaint } from '../server/http/form-page.ts'
import { FormHeader } from './form-header.tsx'

/** React takes the place of what the server wrote: only the very same markup keeps the page still. */
test.each([
  { nameOut: 'Acme & Sons', logoUrl: '/api/logos/a.png', pdfLogoUrl: '/api/logos/b.png' },
  { nameOut: '"Quoted" <Funding>', logoUrl: '', pdfLogoUrl: '/api/logos/b.png' },
  { nameOut: 'No logo', logoUrl: '', pdfLogoUrl: '' },
])('the server draws the head of the form as the form does: $nameOut', (shown) => {
  const company = {
    ...shown,
    id: '1',
    nameIn: '',
    authorizationText: '',
    disclaimer: '',
    appEditorSettings: '',
    contact: '',
    applicantSettings: DEFAULT_APPLICANT_SETTINGS,
  }
  const { container } = render(<FormHeader company={company} />)
  container.querySelector('title')?.remove()
  const painted = document.createElement('div')
  painted.innerHTML = firstPaint(company, 'en')
  painted.querySelector('.loading')?.remove()
  expect(attributesInOrder(painted.querySelector('main.page'))).toBe(attributesInOrder(container))
})

/** React gives an image its address last, which is no difference. */
function attributesInOrder(element: Element | null): string {
  for (const image of element?.querySelectorAll('img') ?? []) {
    const src = image.getAttribute('src') ?? ''
    image.removeAttribute('src')
    image.setAttribute('src', src)
  }
  return element?.innerHTML ?? ''
}

import { renderToString } from 'react-dom/server'
import type { DrawPage } from '../server/http/form-drawing.ts'
import { ApplicationPage } from './application-page.tsx'
import { createApplication } from './application/application.ts'
import { readPageLink } from './application/page-link.ts'
import { drawnState } from './application/state.ts'
import { LanguageProvider } from './language/language-context.tsx'

/** Runs on the server: draws the page as a first visit finds it. The browser's script takes it over (`main.tsx`). */
export const drawPage: DrawPage = (data, pack) => {
  const slug = data.link.status === 'success' ? data.link.data.slug : null
  const drawn = drawnState(slug ?? '', readPageLink(slug, data))
  const [first] = drawn.form.sections
  // A visitor's screen and clock decide how signatures look.
  if (drawn.page.is !== 'form' || !first || first.key === 'signatures') return null
  return renderToString(
    <LanguageProvider pack={pack} chosen={false}>
      <ApplicationPage application={createApplication(slug, { drawn })} />
    </LanguageProvider>,
  )
}

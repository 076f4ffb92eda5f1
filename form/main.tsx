import { type ReactNode, startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { english } from '#domain/messages/en'
import { ApplicationPage } from './application-page.tsx'
import { createApplication } from './application/application.ts'
import { endDrawn, isDrawn, takeTyped } from './drawn-form.ts'
import { connectToHost } from './embed/frame.ts'
import { keepPresses } from './keep-presses.ts'
import { languageChoice } from './language/language-choice.ts'
import { LanguageProvider } from './language/language-context.tsx'
import { loadPack } from './language/load-pack.ts'
import { spokenLanguage } from './language/spoken-language.ts'
import { movePart, tokenPages } from './later-parts.ts'
import { LoadError } from './load-error.tsx'
import { MOVE, pageToken } from './page-token.ts'
import { parsePath, parseTokenPage } from './path.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// A page restored from the back/forward cache would show sensitive answers, and browsers keep the fields of a reload.
window.addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  root.remove()
  window.location.reload()
})

keepPresses()

const { pathname } = window.location
const place = parsePath(pathname)
const tokenPage = parseTokenPage(pathname)
document.documentElement.classList.toggle('embedded', place.embedded)
const storageReady = place.embedded ? connectToHost(place.slug ?? '') : Promise.resolve()
// Another link, opened in the same tab, changes the fragment alone.
if (tokenPage) window.addEventListener('hashchange', () => window.location.reload())

void draw(root)

/** Not at the top level: language packs depend on this chunk and would wait for it. */
async function draw(element: Element): Promise<void> {
  await storageReady
  // Not in the task that runs the modules, so that a slow phone responds in between.
  await new Promise((done) => setTimeout(done))
  const { language, chosen } = languageChoice()
  const drawnLanguage = document.documentElement.lang
  // Falls back to English when a language pack can't be loaded.
  const pack = await loadPack(language).catch(() => english)
  spokenLanguage.set(pack.language)
  const page = (children: ReactNode) => (
    <StrictMode>
      <LanguageProvider pack={pack} chosen={chosen}>
        {children}
      </LanguageProvider>
    </StrictMode>
  )
  const other = await findOtherPage()
  const application = createApplication(place.slug)
  if (!other && isDrawn(element)) takeTyped(element, application)
  const isKept =
    !other && isDrawn(element) && application.state().page.is === 'form' && pack.language === drawnLanguage
  endDrawn(element, isKept)
  // React divides the work of a transition.
  startTransition(() => {
    if (isKept) hydrateRoot(element, page(<ApplicationPage application={application} />))
    else createRoot(element).render(page(other ?? <ApplicationPage application={application} />))
  })
}

/** The pages that are opened by a link with a token. */
async function findOtherPage(): Promise<ReactNode> {
  if (tokenPage) {
    const Page = await tokenPages[tokenPage]().catch(() => LoadError)
    return <Page />
  }
  if (place.slug === null || pageToken(MOVE) === null) return null
  const TakePage = await movePart().then(
    (part) => part.TakePage,
    () => LoadError,
  )
  return <TakePage slug={place.slug} />
}

import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { english } from '#domain/messages/en'
import { ApplicationPage } from './application-page.tsx'
import { connectToHost } from './embed/frame.ts'
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

// A page restored from the back/forward cache would show sensitive answers.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload()
})

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
  const { language, chosen } = languageChoice()
  // Falls back to English when a language pack can't be loaded.
  const pack = await loadPack(language).catch(() => english)
  spokenLanguage.set(pack.language)
  const Page = tokenPage && (await tokenPages[tokenPage]().catch(() => LoadError))
  const isMoved = !tokenPage && place.slug !== null && pageToken(MOVE) !== null
  const TakePage =
    isMoved &&
    (await movePart().then(
      (part) => part.TakePage,
      () => LoadError,
    ))

  // React divides the work of a transition, so that a slow phone responds meanwhile.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <LanguageProvider pack={pack} chosen={chosen}>
          {Page ? (
            <Page />
          ) : TakePage ? (
            <TakePage slug={place.slug ?? ''} />
          ) : (
            <ApplicationPage slug={place.slug} />
          )}
        </LanguageProvider>
      </StrictMode>,
    ),
  )
}

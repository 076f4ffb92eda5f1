import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { english } from '#domain/messages/en'
import { ApplicationPage } from './application-page.tsx'
import { connectToHost } from './embed/frame.ts'
import { languageChoice } from './language/language-choice.ts'
import { LanguageProvider } from './language/language-context.tsx'
import { loadPack } from './language/load-pack.ts'
import { spokenLanguage } from './language/spoken-language.ts'
import { parsePath } from './path.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// A page restored from the back/forward cache would show sensitive answers.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload()
})

const place = parsePath(window.location.pathname)
document.documentElement.classList.toggle('embedded', place.embedded)
if (place.embedded) connectToHost()

void draw(root)

/** Not at the top level: language packs depend on this chunk and would wait for it. */
async function draw(element: Element): Promise<void> {
  const { language, chosen } = languageChoice()
  // Falls back to English when a language pack can't be loaded.
  const pack = await loadPack(language).catch(() => english)
  spokenLanguage.set(pack.language)

  // React divides the work of a transition, so that a slow phone responds meanwhile.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <LanguageProvider pack={pack} chosen={chosen}>
          <ApplicationPage slug={place.slug} />
        </LanguageProvider>
      </StrictMode>,
    ),
  )
}

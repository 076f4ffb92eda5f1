import { StrictMode } from 'react'
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

// A page brought back from the browser's memory would show secrets that the server does not tell any more.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload()
})

const place = parsePath(window.location.pathname)
document.documentElement.classList.toggle('embedded', place.embedded)
if (place.embedded) connectToHost()

void draw(root)

/** Not at the top level: a language stands on parts of this file's chunk, and would wait for it to end. */
async function draw(element: Element): Promise<void> {
  const { language, chosen } = languageChoice()
  // English is better than nothing where the words of another language cannot be loaded.
  const pack = await loadPack(language).catch(() => english)
  spokenLanguage.set(pack.language)

  createRoot(element).render(
    <StrictMode>
      <LanguageProvider pack={pack} chosen={chosen}>
        <ApplicationPage slug={place.slug} />
      </LanguageProvider>
    </StrictMode>,
  )
}

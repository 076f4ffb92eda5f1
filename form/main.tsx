import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApplicationPage } from './application-page.tsx'
import { parsePath } from './path.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const place = parsePath(window.location.pathname)
document.documentElement.classList.toggle('embedded', place.embedded)

createRoot(root).render(
  <StrictMode>
    <ApplicationPage slug={place.slug} />
  </StrictMode>,
)

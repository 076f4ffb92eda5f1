import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The yardstick: React with nothing to do but one line, of the size of the form's title. */
const root = document.getElementById('root')
if (root !== null) createRoot(root).render(createElement('h1', null, 'Funding application'))

import { LISTS, type PageKey } from '#domain/pages'
import { submissions } from '../submissions/index.tsx'
import type { ResourceDeclaration } from './resource.tsx'

const FOLDERS = import.meta.glob<ResourceDeclaration>('./*/index.tsx', { eager: true, import: 'resource' })

/** The resource of a list stands in the folder of its name. */
export function findResource(page: PageKey): ResourceDeclaration {
  const found = page === 'forms' ? submissions : FOLDERS[`./${page}/index.tsx`]
  if (!found) throw new Error(`${LISTS[page].title} has no folder in admin/resources`)
  return found
}

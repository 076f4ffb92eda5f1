import { reloadable } from '../reloadable.ts'

/** Not in `later-parts.ts`, which the machine imports. */
export const loadMachine = reloadable(() => import('./machine-part.ts'))

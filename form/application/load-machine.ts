import { reloadable } from '../reloadable.ts'

/** Not in `shared-parts.ts`, which the machine imports. */
export const loadMachine = reloadable(() => import('./machine-part.ts'))

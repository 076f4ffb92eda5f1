import { lazyModule } from './late-code.ts'

/** The panel: react-admin and Material UI come with it. The login page asks for it while the password is checked. */
export const panelCode = lazyModule(() => import('../panel.tsx').then((module) => module.Panel))

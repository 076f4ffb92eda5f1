/** The panel, which brings react-admin and Material UI along. The login page asks for it while the password is checked. */
export const loadPanel = () => import('../panel.tsx').then((module) => module.Panel)

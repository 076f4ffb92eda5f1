/** The login page starts this while it checks the password. */
export const loadPanel = () => import('../panel.tsx').then((module) => module.Panel)

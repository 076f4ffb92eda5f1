/** The panel's code, fetched once; the login page starts it while the password is being checked. */
export const loadPanel = () => import('./panel.tsx').then((module) => ({ default: module.Panel }))

/** Apart from `shared.ts`, so that the form doesn't load them. */
export const sharedPanelMessages = {
  formDataError: 'Error parsing form data',
  invalidCredentials: 'Invalid email or password.',
  systemRole: 'This user has a system role that cannot be changed.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  roleLock: {
    isStatic: 'System roles can be neither changed nor deleted.',
    own: "You can't change your own role.",
    ofTheHouse: 'This role is shared by all companies. Only administrators change it.',
    stronger: 'This role gives more than you hold yourself, so it is not yours to change.',
  },
} as const

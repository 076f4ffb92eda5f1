export const sharedMessages = {
  invalidLink: 'Invalid link',
  settingsError: 'Error parsing application settings',
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
  needALook: (count: number) => (count === 1 ? 'One answer needs a look' : `${count} answers need a look`),
  file: {
    wrongType: 'This type of file cannot be used. Attach a PDF, JPG or PNG.',
    empty: 'This file is empty. Choose another one.',
    tooLarge: (size: string) => `This file is larger than ${size}. Attach a smaller one.`,
    contentMismatch: 'The content of this file is not what its name says. Attach a PDF, JPG or PNG.',
  },
} as const

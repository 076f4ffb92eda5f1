export const sharedMessages = {
  invalidLink: 'Invalid link',
  settingsError: 'Error parsing application settings',
  needALook: (count: number) => (count === 1 ? 'One answer needs a look' : `${count} answers need a look`),
  file: {
    wrongType: 'This type of file cannot be used. Attach a PDF, JPG or PNG.',
    empty: 'This file is empty. Choose another one.',
    tooLarge: (size: string) => `This file is larger than ${size}. Attach a smaller one.`,
    contentMismatch: 'The content of this file is not what its name says. Attach a PDF, JPG or PNG.',
  },
} as const

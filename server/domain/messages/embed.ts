export const embedMessages = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select the line and copy it',
  events: {
    'intake:ready': 'The form is there and can be filled in.',
    'intake:started': 'The applicant has begun to fill it in.',
    'intake:submitted': 'The application is in.',
  },
} as const

/** Mails carry the company's name and a link, and no personal data (security.md 15). */
export const mailMessages = {
  newApplication: {
    subject: (company: string) => `New application for ${company}`,
    text: (company: string) => `A new application for ${company} has come in.`,
    button: 'Open the application',
    footer: 'Sign in to read it. This mail carries no details of the applicant.',
  },
} as const

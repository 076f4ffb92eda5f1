import { LIMITS } from '../limits.ts'

export const resetMessages = {
  forgot: {
    title: 'Forgot your password?',
    text: 'Enter your email. If there is an account with it, we send a link to set a new password.',
    email: 'Email',
    submit: 'Send the link',
    busy: 'Sending…',
    sentTitle: 'Check your mail',
    sent: `If there is an account with this email, the link is on its way. It works once, within ${LIMITS.passwordResetMinutes} minutes.`,
    failed: 'The link could not be asked for. Try again in a moment.',
  },
  reset: {
    title: 'Set a new password',
    password: 'New password',
    repeat: 'Repeat the new password',
    help: `At least ${LIMITS.passwordLength} characters, with a number.`,
    submit: 'Set the password',
    busy: 'Setting…',
    doneTitle: 'Your password is set',
    done: 'Your sessions have ended. Sign in with the new password.',
    incomplete: 'This link is not complete. Open it from the mail again, or ask for a new one.',
    failed: 'The password could not be set. Try again in a moment.',
    askAgain: 'Ask for a new link',
  },
  login: 'Go to login',
  back: 'Back to login',
} as const

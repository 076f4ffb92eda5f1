import type { Language } from '../language.ts'

type LeaveOutMessages = { ask: string; body: string; keep: string; yes: string }

/** About a second signer whose answers would not be sent. */
export const leaveOutMessages: Readonly<Record<Language, LeaveOutMessages>> = {
  en: {
    ask: 'Leave out the second signer?',
    body: 'What you entered for signer 2 stays on this page, but is not sent.',
    keep: 'Keep signer 2',
    yes: 'Leave out',
  },
  es: {
    ask: '¿Omitir al segundo firmante?',
    body: 'Lo que escribió para el firmante 2 queda en esta página, pero no se envía.',
    keep: 'Conservar al firmante 2',
    yes: 'Omitir',
  },
  ru: {
    ask: 'Не включать второго подписанта?',
    body: 'То, что вы указали для подписанта 2, останется на странице, но не будет отправлено.',
    keep: 'Оставить подписанта 2',
    yes: 'Не включать',
  },
}

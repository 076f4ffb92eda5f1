import type { Language } from '../language.ts'

type Question = { ask: string; body: string; keep: string; yes: string }

/** Whether to leave out a second signer whose answers would not be sent, and whether to begin again. */
type QuestionMessages = { leaveOut: Question; startOver: Question }

/** All languages load with the dialog that asks. */
export const questionMessages: Readonly<Record<Language, QuestionMessages>> = {
  en: {
    leaveOut: {
      ask: 'Leave out the second signer?',
      body: 'What you entered for signer 2 stays on this page, but is not sent.',
      keep: 'Keep signer 2',
      yes: 'Leave out',
    },
    startOver: {
      ask: 'Start over?',
      body: 'Everything you typed, signed and attached here is deleted.',
      keep: 'Keep my answers',
      yes: 'Start over',
    },
  },
  es: {
    leaveOut: {
      ask: '¿Omitir al segundo firmante?',
      body: 'Lo que escribió para el firmante 2 queda en esta página, pero no se envía.',
      keep: 'Conservar al firmante 2',
      yes: 'Omitir',
    },
    startOver: {
      ask: '¿Empezar de nuevo?',
      body: 'Se borrará todo lo que escribió, firmó y adjuntó aquí.',
      keep: 'Conservar mis respuestas',
      yes: 'Empezar de nuevo',
    },
  },
  ru: {
    leaveOut: {
      ask: 'Не включать второго подписанта?',
      body: 'То, что вы указали для подписанта 2, останется на странице, но не будет отправлено.',
      keep: 'Оставить подписанта 2',
      yes: 'Не включать',
    },
    startOver: {
      ask: 'Начать заново?',
      body: 'Всё, что вы здесь ввели, подписали и прикрепили, будет удалено.',
      keep: 'Оставить мои ответы',
      yes: 'Начать заново',
    },
  },
}

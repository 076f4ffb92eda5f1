import type { Language } from '../language.ts'

type SendAnywayMessages = {
  unsigned: string
  unsignedSecond: string
  statements: string
  ask: (missing: string) => string
  body: string
  back: string
  send: string
  leaveOut: { ask: string; body: string; keep: string; yes: string }
}

/** About required answers that are not enforced, and about a second signer to leave out. */
export const sendAnywayMessages: Readonly<Record<Language, SendAnywayMessages>> = {
  en: {
    unsigned: 'not signed',
    unsignedSecond: 'not signed by signer 2',
    statements: 'no statements',
    ask: (missing) => `${missing}. Send anyway?`,
    body: 'You can send it like this. The company may ask you for what is missing.',
    back: 'Go back',
    send: 'Send anyway',
    leaveOut: {
      ask: 'Leave out the second signer?',
      body: 'What you entered for signer 2 stays on this page, but is not sent.',
      keep: 'Keep signer 2',
      yes: 'Leave out',
    },
  },
  es: {
    unsigned: 'sin firma',
    unsignedSecond: 'sin la firma del firmante 2',
    statements: 'sin estados de cuenta',
    ask: (missing) => `${missing}. ¿Enviar de todos modos?`,
    body: 'Puede enviarla así. La empresa podría pedirle lo que falta.',
    back: 'Volver',
    send: 'Enviar de todos modos',
    leaveOut: {
      ask: '¿Omitir al segundo firmante?',
      body: 'Lo que escribió para el firmante 2 queda en esta página, pero no se envía.',
      keep: 'Conservar al firmante 2',
      yes: 'Omitir',
    },
  },
  ru: {
    unsigned: 'нет подписи',
    unsignedSecond: 'нет подписи подписанта 2',
    statements: 'нет выписок',
    ask: (missing) => `${missing}. Отправить всё равно?`,
    body: 'Заявку можно отправить и так. Компания может запросить то, чего не хватает.',
    back: 'Назад',
    send: 'Отправить всё равно',
    leaveOut: {
      ask: 'Не включать второго подписанта?',
      body: 'То, что вы указали для подписанта 2, останется на странице, но не будет отправлено.',
      keep: 'Оставить подписанта 2',
      yes: 'Не включать',
    },
  },
}

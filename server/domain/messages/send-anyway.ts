import type { Language } from '../language.ts'

type SendAnywayMessages = {
  unsigned: string
  unsignedSecond: string
  statements: string
  ask: (missing: string) => string
  body: string
  back: string
  send: string
}

/** About answers that are labelled as required but not enforced. */
export const sendAnywayMessages: Readonly<Record<Language, SendAnywayMessages>> = {
  en: {
    unsigned: 'not signed',
    unsignedSecond: 'not signed by signer 2',
    statements: 'no statements',
    ask: (missing) => `${missing}. Send anyway?`,
    body: 'You can send it like this. The company may ask you for what is missing.',
    back: 'Go back',
    send: 'Send anyway',
  },
  es: {
    unsigned: 'sin firma',
    unsignedSecond: 'sin la firma del firmante 2',
    statements: 'sin estados de cuenta',
    ask: (missing) => `${missing}. ¿Enviar de todos modos?`,
    body: 'Puede enviarla así. La empresa podría pedirle lo que falta.',
    back: 'Volver',
    send: 'Enviar de todos modos',
  },
  ru: {
    unsigned: 'нет подписи',
    unsignedSecond: 'нет подписи подписанта 2',
    statements: 'нет выписок',
    ask: (missing) => `${missing}. Отправить всё равно?`,
    body: 'Заявку можно отправить и так. Компания может запросить то, чего не хватает.',
    back: 'Назад',
    send: 'Отправить всё равно',
  },
}

import type { Language } from '../language.ts'

type SuccessMessages = {
  title: string
  body: string
  countdown: (seconds: number) => string
  pause: string
  paused: string
  goOn: string
}

/**
 * Russian unless the applicant chose a language. All texts load with the overlay, so nothing is left to load
 * after the submit.
 */
export const successMessages: Readonly<Record<Language, SuccessMessages>> = {
  ru: {
    title: 'Заявка отправлена!',
    body: 'Форма успешно отправлена, PDF-документ сформирован.',
    countdown: (seconds) => `Страница обновится через ${seconds} с`,
    pause: 'Пауза',
    paused: 'Пауза: страница не обновится, пока вы не продолжите.',
    goOn: 'Продолжить',
  },
  es: {
    title: '¡Solicitud enviada!',
    body: 'Su formulario se envió y se generó un PDF.',
    countdown: (seconds) => `Esta página se recarga en ${seconds} s`,
    pause: 'Pausa',
    paused: 'En pausa: la página no se recarga hasta que usted continúe.',
    goOn: 'Continuar',
  },
  en: {
    title: 'Application sent!',
    body: 'Your form was sent and a PDF was generated.',
    countdown: (seconds) => `This page reloads in ${seconds} s`,
    pause: 'Pause',
    paused: 'Paused: this page stays until you continue.',
    goOn: 'Continue',
  },
}

/** The overlay after a submit: Russian unless the applicant chose a language (decisions section 6). */
export const successMessages = {
  ru: {
    title: 'Заявка отправлена!',
    body: 'Форма успешно отправлена, PDF-документ сформирован.',
    countdown: (seconds: number) => `Страница обновится через ${seconds} с`,
  },
  es: {
    title: '¡Solicitud enviada!',
    body: 'Su formulario se envió y se generó un PDF.',
    countdown: (seconds: number) => `Esta página se recarga en ${seconds} s`,
  },
  en: {
    title: 'Application sent!',
    body: 'Your form was sent and a PDF was generated.',
    countdown: (seconds: number) => `This page reloads in ${seconds} s`,
  },
} as const

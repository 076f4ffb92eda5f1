import type { Language } from '../language.ts'

type ReviewMessages = {
  title: string
  unsigned: string
  unsignedSecond: string
  next: string
  edit: string
  editAnswer: (label: string) => string
  missing: string
  kept: string
  corrected: string
  toSubmit: string
  fixed: string
  left: (minutes: number) => string
}

/** All languages load with the part that shows them. */
export const reviewMessages: Readonly<Record<Language, ReviewMessages>> = {
  en: {
    title: 'Check your answers',
    unsigned: 'Not signed.',
    unsignedSecond: 'Not signed by signer 2.',
    next: 'Next problem',
    edit: 'Edit',
    editAnswer: (label) => `Edit: ${label}`,
    missing: 'Not answered',
    kept: 'Kept, not shown',
    corrected: 'Everything is corrected.',
    toSubmit: 'Go to the Submit button',
    fixed: 'Corrected',
    left: (minutes) =>
      `Nobody used this form for ${minutes} minutes. As others use this device too, everything entered here was deleted.`,
  },
  es: {
    title: 'Revise sus respuestas',
    unsigned: 'Falta su firma.',
    unsignedSecond: 'Falta la firma del firmante 2.',
    next: 'Siguiente problema',
    edit: 'Editar',
    editAnswer: (label) => `Editar: ${label}`,
    missing: 'Sin respuesta',
    kept: 'Guardado, no se muestra',
    corrected: 'Todo está corregido.',
    toSubmit: 'Ir al botón de envío',
    fixed: 'Corregido',
    left: (minutes) =>
      `Nadie usó este formulario durante ${minutes} minutos. Como otras personas también usan este dispositivo, se borró todo lo ingresado aquí.`,
  },
  ru: {
    title: 'Проверьте ответы',
    unsigned: 'Нет подписи.',
    unsignedSecond: 'Нет подписи второго подписанта.',
    next: 'Следующая ошибка',
    edit: 'Изменить',
    editAnswer: (label) => `Изменить: ${label}`,
    missing: 'Нет ответа',
    kept: 'Сохранено, не показывается',
    corrected: 'Всё исправлено.',
    toSubmit: 'К кнопке отправки',
    fixed: 'Исправлено',
    left: (minutes) =>
      `Форма не использовалась ${minutes} минут. Этим устройством пользуются и другие, поэтому всё введённое здесь удалено.`,
  },
}

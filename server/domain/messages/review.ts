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
  },
}

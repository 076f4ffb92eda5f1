import type { Language } from '../language.ts'

type ReviewMessages = {
  next: string
  edit: string
  editAnswer: (label: string) => string
  missing: string
  kept: string
}

/** All languages load with the part that shows them. */
export const reviewMessages: Readonly<Record<Language, ReviewMessages>> = {
  en: {
    next: 'Next problem',
    edit: 'Edit',
    editAnswer: (label) => `Edit: ${label}`,
    missing: 'Not answered',
    kept: 'Kept, not shown',
  },
  es: {
    next: 'Siguiente problema',
    edit: 'Editar',
    editAnswer: (label) => `Editar: ${label}`,
    missing: 'Sin respuesta',
    kept: 'Guardado, no se muestra',
  },
  ru: {
    next: 'Следующая ошибка',
    edit: 'Изменить',
    editAnswer: (label) => `Изменить: ${label}`,
    missing: 'Нет ответа',
    kept: 'Сохранено, не показывается',
  },
}

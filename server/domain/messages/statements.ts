import type { Language } from '../language.ts'
import { russianPlural } from './russian-plural.ts'
import type { Wording } from './wording.ts'

const english = {
  list: 'Statements by month',
  attached: 'attached',
  add: 'Add',
  typeOf: (name: string) => `Type of ${name}`,
  monthOf: (name: string) => `Month of ${name}`,
  newFiles: 'the new files',
  types: {
    bankStatements: 'Bank statement',
    driversLicense: 'Driver’s license',
    voidedCheck: 'Voided check',
    taxReturn: 'Tax return',
    other: 'Other document',
  },
  unknownMonth: 'Month not known',
  missing: (months: string, count: number) => `${months} ${count === 1 ? 'is' : 'are'} missing`,
  undated: (files: number) =>
    files === 1 ? 'The month of 1 file is not known' : `The months of ${files} files are not known`,
  complete: (months: number) =>
    months === 1 ? 'The statement is attached' : `All ${months} months are attached`,
  ending: (digits: string) => `account ending in ${digits}`,
  noStatement: 'This does not look like a bank statement. It is attached all the same.',
  passwordNeeded: 'Password needed',
  passwordOf: (name: string) => `Password of ${name}`,
  unlock: 'Open the file',
}

type StatementWords = Wording<typeof english>

const spanish: StatementWords = {
  list: 'Estados de cuenta por mes',
  attached: 'adjunto',
  add: 'Agregar',
  typeOf: (name) => `Tipo de ${name}`,
  monthOf: (name) => `Mes de ${name}`,
  newFiles: 'los archivos nuevos',
  types: {
    bankStatements: 'Estado de cuenta',
    driversLicense: 'Licencia de conducir',
    voidedCheck: 'Cheque anulado',
    taxReturn: 'Declaración de impuestos',
    other: 'Otro documento',
  },
  unknownMonth: 'Mes desconocido',
  missing: (months, count) => `${count === 1 ? 'Falta' : 'Faltan'} ${months}`,
  undated: (files) => `No se conoce el mes de ${files} ${files === 1 ? 'archivo' : 'archivos'}`,
  complete: (months) =>
    months === 1 ? 'El estado de cuenta está adjunto' : `Están adjuntos los ${months} meses`,
  ending: (digits) => `cuenta terminada en ${digits}`,
  noStatement: 'Esto no parece un estado de cuenta. Queda adjunto de todos modos.',
  passwordNeeded: 'Se necesita la contraseña',
  passwordOf: (name) => `Contraseña de ${name}`,
  unlock: 'Abrir el archivo',
}

const russian: StatementWords = {
  list: 'Выписки по месяцам',
  attached: 'есть',
  add: 'Добавить',
  typeOf: (name) => `Тип: ${name}`,
  monthOf: (name) => `Месяц: ${name}`,
  newFiles: 'новые файлы',
  types: {
    bankStatements: 'Выписка',
    driversLicense: 'Водительские права',
    voidedCheck: 'Аннулированный чек',
    taxReturn: 'Налоговая декларация',
    other: 'Другой документ',
  },
  unknownMonth: 'Месяц неизвестен',
  missing: (months, count) => `${count === 1 ? 'Нет выписки' : 'Нет выписок'} за ${months}`,
  undated: (files) => `Месяц неизвестен: ${files} ${russianPlural(files, 'файл', 'файла', 'файлов')}`,
  ending: (digits) => `счёт …${digits}`,
  noStatement: 'Это не похоже на банковскую выписку. Файл всё равно прикреплён.',
  passwordNeeded: 'Нужен пароль',
  passwordOf: (name) => `Пароль: ${name}`,
  unlock: 'Открыть файл',
  complete: (months) => `Есть выписки за ${months} ${russianPlural(months, 'месяц', 'месяца', 'месяцев')}`,
}

export const statementMessages: Record<Language, StatementWords> = { en: english, es: spanish, ru: russian }

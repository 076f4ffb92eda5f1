import type { ApplicantMessages } from './applicant.ts'
import { formMessagesEs } from './form-es.ts'
import { longDate } from './long-date.ts'
import { waitingTime } from './waiting-time.ts'

const { errors, summary, uploads } = formMessagesEs
const UNITS = { second: ['segundo', 'segundos'], minute: ['minuto', 'minutos'] } as const

function wait(seconds: number): string {
  const { count, unit } = waitingTime(seconds)
  const [one, many] = UNITS[unit]
  return `${count} ${count === 1 ? one : many}`
}

export const applicantMessagesEs: ApplicantMessages = {
  internal: (requestId) =>
    `Ocurrió un error de nuestro lado. Si pide ayuda, mencione este código: ${requestId}.`,
  unavailable: 'El servicio no está disponible ahora. Inténtelo de nuevo en un momento.',
  notFound: 'Este registro no existe o usted no tiene acceso a él.',
  conflict: 'El estado de este registro ya no permite esta acción.',
  tooManyTries: (seconds) => `Demasiados intentos. Espere ${wait(seconds)} e inténtelo de nuevo.`,
  badRequest: 'No se pudo entender esta petición.',
  bodyTooLarge: 'Lo que se envió es demasiado grande.',
  unknownKey: (key) => `Campo desconocido: ${key}`,
  invalidField: (field) => `${field}: este valor no se puede usar`,
  controlCharacters: 'Aquí no se pueden usar caracteres de control',
  brokenCharacter: 'Este texto contiene un carácter dañado. Bórrelo y escríbalo de nuevo.',
  page: { noScript: 'Permita JavaScript para llenar este formulario.' },
  application: {
    linkEnded: 'Este enlace ya no es válido. Pida otro a la empresa que recibió su solicitud.',
    notWaiting: 'No falta ninguna firma: la solicitud ya se firmó o no se nombró un segundo firmante.',
    answered: 'Esto ya se respondió o ya no se pide. Vuelva a cargar la página.',
  },
  link: {
    notFound: errors.invalidLink,
    closed: 'Este enlace ya no recibe solicitudes nuevas.',
    settings: errors.settings,
  },
  form: {
    sessionExpired: 'La sesión de este formulario ha caducado. Vuelva a cargar la página para continuar.',
    received: (date) => `Esta solicitud ya se recibió el ${longDate(date, 'es-US')}.`,
    linkNeeded: 'Faltan los datos de la empresa',
    companyMismatch: 'La empresa no corresponde a este enlace de solicitud.',
    wordingChanged: 'El texto sobre la firma ha cambiado. Léalo y firme de nuevo; lo demás se conserva.',
    noAnswer: 'Complete al menos una respuesta antes de enviar.',
    problems: (count) => `${summary.title(count)}.`,
  },
  upload: {
    noFile: 'Adjunte un archivo.',
    sessionNeeded: 'Abra primero el formulario de solicitud y luego adjunte el archivo.',
    wrongType: uploads.wrongType,
    empty: uploads.empty,
    tooLarge: uploads.tooLarge,
    contentMismatch: uploads.contentMismatch,
    damaged: 'Este archivo está dañado o incompleto. Adjúntelo de nuevo.',
    unreadablePhoto:
      'Esta foto no se puede leer. Adjunte una captura de pantalla de ella o guárdela como JPG.',
    infected: 'Este archivo contiene un virus y no fue aceptado.',
    quotaExceeded:
      'Se subieron demasiados archivos en las últimas 24 horas. Inténtelo más tarde o continúe sin este archivo.',
    storageFull: 'En este momento no se pueden recibir archivos. Inténtelo de nuevo en unos minutos.',
    notScanned: 'Este archivo es demasiado grande para buscar virus en él. Adjunte uno más pequeño.',
    incomplete: 'La carga se interrumpió. Adjunte el archivo de nuevo.',
    notAsked: 'Esta solicitud no lleva archivos.',
    full: (max) =>
      `Una solicitud admite como máximo ${max} ${max === 1 ? 'archivo' : 'archivos'}. Quite uno primero.`,
    laterFull: (max) => `Puede agregar como máximo ${max} archivos después de enviar la solicitud.`,
    closed: 'Esta solicitud ya se envió; sus archivos ya no se pueden cambiar.',
    wrongPassword: 'Esta contraseña no abre el archivo. Inténtelo de nuevo.',
    badName: 'Este nombre de archivo no se puede usar. Cambie el nombre y adjunte el archivo de nuevo.',
  },
}

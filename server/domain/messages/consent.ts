import type { Language } from '../language.ts'

type ConsentWords = {
  title: string
  /** `contact` may be '' */
  text: (company: string, contact: string) => string[]
  agree: string
  cancel: string
  done: string
  /** Beside the sheet of an upright phone. */
  turn: string
}

const at = (contact: string) => (contact.trim() === '' ? '' : `, ${contact.trim()}`)

/** The disclosures of 15 U.S.C. 7001(c). A change of `text` needs a new version in `signing.ts`. */
export const consentWords: Readonly<Record<Language, ConsentWords>> = {
  en: {
    title: 'Electronic records and signatures',
    text: (company, contact) => [
      `What it covers: this application, the authorization you sign, your copy of it and messages about it. ${company} gives them to you electronically, and your electronic signature counts like one made by hand.`,
      `Paper: you can ask to apply on paper instead, or for a paper copy of any of these records. Ask ${company}${at(contact)}; if there is a fee, you are told first.`,
      `Withdrawing: close this page without submitting. After submitting, tell ${company}${at(contact)}; what you signed before stays valid, and records after that come on paper. Tell them also when your email address changes.`,
      'What you need: a device with a current web browser, a program that opens PDF files, and space to store them or a printer.',
    ],
    agree: 'I can open such records, and I agree to receive records and to sign electronically.',
    cancel: 'Cancel',
    done: 'Done',
    turn: 'Turn your phone for more room',
  },
  es: {
    title: 'Documentos y firmas electrónicos',
    text: (company, contact) => [
      `Qué abarca: esta solicitud, la autorización que usted firma, su copia y los mensajes sobre ella. ${company} se los entrega por vía electrónica, y su firma electrónica vale como la hecha a mano.`,
      `Papel: puede pedir presentar la solicitud en papel o una copia en papel de cualquiera de estos documentos. Pídalo a ${company}${at(contact)}; si tiene un costo, se le avisa antes.`,
      `Retirar el consentimiento: cierre esta página sin enviarla. Después del envío, avise a ${company}${at(contact)}; lo que firmó antes sigue siendo válido, y los documentos posteriores llegan en papel. Avise también si cambia su correo electrónico.`,
      'Qué necesita: un dispositivo con un navegador actual, un programa que abra archivos PDF y espacio para guardarlos o una impresora.',
    ],
    agree: 'Puedo abrir estos documentos y acepto recibir documentos y firmar por vía electrónica.',
    cancel: 'Cancelar',
    done: 'Listo',
    turn: 'Gire el teléfono para tener más espacio',
  },
  ru: {
    title: 'Электронные документы и подписи',
    text: (company, contact) => [
      `Что сюда входит: эта заявка, разрешение, которое вы подписываете, ваша копия и сообщения о заявке. ${company} предоставляет их в электронном виде, а ваша электронная подпись равносильна собственноручной.`,
      `Бумага: вы можете попросить подать заявку на бумаге или получить бумажную копию любого из этих документов. Обратитесь в ${company}${at(contact)}; если это платно, вам скажут заранее.`,
      `Отзыв согласия: закройте страницу, не отправляя заявку. После отправки сообщите об этом в ${company}${at(contact)}; подписанное ранее остаётся в силе, а дальнейшие документы придут на бумаге. Сообщите также, если изменится ваша электронная почта.`,
      'Что нужно: устройство с современным браузером, программа для файлов PDF и место для их хранения или принтер.',
    ],
    agree:
      'Я могу открывать такие документы и соглашаюсь получать документы и подписывать их в электронном виде.',
    cancel: 'Закрыть',
    done: 'Готово',
    turn: 'Поверните телефон, чтобы было больше места',
  },
}

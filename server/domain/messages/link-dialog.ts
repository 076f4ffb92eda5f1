import type { Language } from '../language.ts'

export type LinkDialogWords = {
  title: string
  body: string
  code: string
  email: string
  send: string
  sent: string
  notSent: string
  close: string
  failed: string
}

type Own = 'title' | 'body' | 'code'

type LinkWords = {
  dialog: Omit<LinkDialogWords, Own>
  /** 'Continue on my phone' */
  move: Pick<LinkDialogWords, Own> & {
    movedTitle: string
    moved: string
    goOnHere: string
    goOnTitle: string
    /** The sender of a link to a draft can read what the receiver types into it. */
    shared: string
    renewTitle: string
    /** Warns as `shared` does, as anyone can write a link that says it is a renewal's. */
    renew: string
    startNew: string
    goOn: string
    replaceTitle: string
    replace: string
    keep: string
    take: string
    ended: string
  }
  /** The second signer's link. */
  invite: Pick<LinkDialogWords, Own> & { open: string }
}

/** Loaded with the dialogs and pages that show them. */
export const linkWords: Readonly<Record<Language, LinkWords>> = {
  en: {
    dialog: {
      email: 'Or send the link by email',
      send: 'Send',
      sent: 'Sent. The code above opens the same link.',
      notSent: 'This address got too many mails today, so none was sent. Use the code above.',
      close: 'Close',
      failed: 'The link could not be made. Try again.',
    },
    move: {
      title: 'Continue on your phone',
      body: 'Scan this code with your phone. It opens your application there, once, within 24 hours.',
      code: 'QR code that opens your application',
      movedTitle: 'Your application continues on the other device',
      moved: 'Your answers are saved there. To continue here instead, load the page again.',
      goOnHere: 'Continue here',
      goOnTitle: 'Continue the application from your other device?',
      shared:
        'What you enter here is shown on that device, too. If you did not make this link yourself, start a new application.',
      renewTitle: 'Renew with your earlier answers?',
      renew:
        'The answers of your earlier application are filled in. Whoever sent you this link may see what you enter. If you did not expect it, start a new application.',
      startNew: 'Start a new one',
      goOn: 'Continue',
      replaceTitle: 'Replace the application on this device?',
      replace: 'You already started an application here. The one from your other device will take its place.',
      keep: 'Keep this one',
      take: 'Replace it',
      ended: 'This link was already used or is too old. Make a new one on your other device.',
    },
    invite: {
      title: 'Have the second signer sign',
      body: 'Let the second signer scan this code, or send the link. A link that you send replaces the earlier ones.',
      code: 'QR code of the page for signing',
      open: 'Show a QR code or send the link',
    },
  },
  es: {
    dialog: {
      email: 'O envíe el enlace por correo',
      send: 'Enviar',
      sent: 'Enviado. El código de arriba abre el mismo enlace.',
      notSent:
        'Esta dirección ya recibió demasiados correos hoy y no se envió ninguno. Use el código de arriba.',
      close: 'Cerrar',
      failed: 'No se pudo crear el enlace. Inténtelo de nuevo.',
    },
    move: {
      title: 'Continuar en su teléfono',
      body: 'Escanee este código con su teléfono. Abre allí su solicitud, una sola vez, en las próximas 24 horas.',
      code: 'Código QR que abre su solicitud',
      movedTitle: 'Su solicitud continúa en el otro dispositivo',
      moved: 'Sus respuestas se guardan allí. Para seguir aquí, cargue la página de nuevo.',
      goOnHere: 'Seguir aquí',
      goOnTitle: '¿Continuar la solicitud de su otro dispositivo?',
      shared:
        'Lo que escriba aquí se verá también en ese dispositivo. Si usted no creó este enlace, empiece una solicitud nueva.',
      renewTitle: '¿Renovar con sus respuestas anteriores?',
      renew:
        'Las respuestas de su solicitud anterior ya están puestas. Quien le envió este enlace podría ver lo que escriba. Si no lo esperaba, empiece una solicitud nueva.',
      startNew: 'Empezar una nueva',
      goOn: 'Continuar',
      replaceTitle: '¿Reemplazar la solicitud de este dispositivo?',
      replace: 'Aquí ya empezó una solicitud. La de su otro dispositivo ocupará su lugar.',
      keep: 'Conservar esta',
      take: 'Reemplazarla',
      ended: 'Este enlace ya se usó o es demasiado antiguo. Cree otro en su otro dispositivo.',
    },
    invite: {
      title: 'Pedir la firma del segundo firmante',
      body: 'El segundo firmante puede escanear este código, o envíele el enlace. Un enlace enviado anula los anteriores.',
      code: 'Código QR de la página para firmar',
      open: 'Mostrar un código QR o enviar el enlace',
    },
  },
  ru: {
    dialog: {
      email: 'Или отправьте ссылку по эл. почте',
      send: 'Отправить',
      sent: 'Отправлено. Код выше открывает ту же ссылку.',
      notSent:
        'На этот адрес сегодня отправлено слишком много писем, поэтому письмо не ушло. Используйте код выше.',
      close: 'Закрыть',
      failed: 'Не удалось создать ссылку. Попробуйте ещё раз.',
    },
    move: {
      title: 'Продолжить на телефоне',
      body: 'Отсканируйте этот код телефоном. Он откроет там вашу заявку, один раз, в течение 24 часов.',
      code: 'QR-код, который открывает вашу заявку',
      movedTitle: 'Заявка продолжается на другом устройстве',
      moved: 'Ваши ответы сохраняются там. Чтобы продолжить здесь, обновите страницу.',
      goOnHere: 'Продолжить здесь',
      goOnTitle: 'Продолжить заявку с другого вашего устройства?',
      shared:
        'То, что вы введёте здесь, будет видно и на том устройстве. Если эту ссылку создали не вы, начните новую заявку.',
      renewTitle: 'Продлить с прежними ответами?',
      renew:
        'Ответы из вашей прежней заявки уже внесены. Тот, кто прислал ссылку, может увидеть то, что вы введёте. Если вы её не ждали, начните новую заявку.',
      startNew: 'Начать новую',
      goOn: 'Продолжить',
      replaceTitle: 'Заменить заявку на этом устройстве?',
      replace: 'Здесь вы уже начали заявку. Её место займёт заявка с другого устройства.',
      keep: 'Оставить эту',
      take: 'Заменить',
      ended: 'Эта ссылка уже использована или устарела. Создайте новую на другом устройстве.',
    },
    invite: {
      title: 'Подпись второго подписанта',
      body: 'Второй подписант может отсканировать этот код, или отправьте ссылку. Отправленная ссылка отменяет прежние.',
      code: 'QR-код страницы для подписи',
      open: 'Показать QR-код или отправить ссылку',
    },
  },
}

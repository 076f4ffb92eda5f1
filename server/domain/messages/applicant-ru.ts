import type { ApplicantMessages } from './applicant.ts'
import { dateInWords, formMessagesRu } from './form-ru.ts'
import { russianPlural } from './russian-plural.ts'
import { waitingTime } from './waiting-time.ts'

const { errors, summary, uploads } = formMessagesRu
const UNITS = { second: ['секунду', 'секунды', 'секунд'], minute: ['минуту', 'минуты', 'минут'] } as const

function wait(seconds: number): string {
  const { count, unit } = waitingTime(seconds)
  const [one, few, many] = UNITS[unit]
  return `${count} ${russianPlural(count, one, few, many)}`
}

export const applicantMessagesRu: ApplicantMessages = {
  internal: (requestId) =>
    `На нашей стороне произошла ошибка. Если обратитесь за помощью, назовите код ${requestId}.`,
  unavailable: 'Сервис сейчас недоступен. Попробуйте ещё раз немного позже.',
  notFound: 'Такой записи нет или она вам недоступна.',
  conflict: 'Состояние записи больше не позволяет это сделать.',
  tooManyTries: (seconds) => `Слишком много попыток. Подождите ${wait(seconds)} и попробуйте ещё раз.`,
  badRequest: 'Не удалось разобрать этот запрос.',
  bodyTooLarge: 'Отправленные данные слишком велики.',
  unknownKey: (key) => `Неизвестное поле: ${key}`,
  invalidField: (field) => `${field}: это значение использовать нельзя`,
  controlCharacters: 'Управляющие символы здесь использовать нельзя',
  brokenCharacter: 'В этом тексте есть повреждённый символ. Удалите его и введите снова.',
  page: { noScript: 'Разрешите JavaScript, чтобы заполнить эту форму.' },
  application: {
    linkEnded: 'Эта ссылка больше не действует. Попросите новую у компании, которая получила вашу заявку.',
    notWaiting: 'Подпись больше не ожидается: заявка подписана, или второй подписант не указан.',
    answered: 'На это уже ответили, или об этом больше не просят. Обновите страницу.',
  },
  link: {
    notFound: errors.invalidLink,
    closed: 'По этой ссылке новые заявки больше не принимаются.',
    settings: errors.settings,
  },
  form: {
    sessionExpired: 'Сеанс этой формы истёк. Перезагрузите страницу, чтобы продолжить.',
    received: (date) => `Эта заявка уже получена ${dateInWords(date)}.`,
    linkNeeded: 'Нет данных о компании',
    companyMismatch: 'Эта компания не относится к ссылке на заявку.',
    wordingChanged: 'Текст над подписью изменился. Прочтите его и подпишите снова; всё остальное сохранено.',
    noAnswer: 'Заполните хотя бы одно поле перед отправкой.',
    problems: (count) => `${summary.title(count)}.`,
  },
  upload: {
    noFile: 'Прикрепите файл.',
    sessionNeeded: 'Сначала откройте форму заявки, затем прикрепите файл.',
    wrongType: uploads.wrongType,
    empty: uploads.empty,
    tooLarge: uploads.tooLarge,
    contentMismatch: uploads.contentMismatch,
    damaged: 'Этот файл повреждён или неполон. Прикрепите его ещё раз.',
    unreadablePhoto:
      'Это фото не удаётся прочитать. Прикрепите снимок экрана с этим фото или сохраните его как JPG.',
    infected: 'Этот файл содержит вирус и не был принят.',
    quotaExceeded:
      'За последние 24 часа загружено слишком много. Попробуйте позже или продолжите без этого файла.',
    storageFull: 'Сейчас файлы не принимаются. Попробуйте ещё раз через несколько минут.',
    notScanned: 'Этот файл слишком велик для проверки на вирусы. Прикрепите файл меньшего размера.',
    incomplete: 'Загрузка прервалась. Прикрепите файл ещё раз.',
    notAsked: 'К этой заявке файлы не прикладываются.',
    full: (max) =>
      `К заявке можно приложить не более ${max} ${russianPlural(max, 'файла', 'файлов', 'файлов')}. Сначала удалите один.`,
    laterFull: (max) =>
      `После отправки заявки можно добавить не более ${max} ${russianPlural(max, 'файла', 'файлов', 'файлов')}.`,
    closed: 'Эта заявка уже отправлена; её файлы больше нельзя изменить.',
    wrongPassword: 'Этот пароль не открывает файл. Попробуйте ещё раз.',
    badName: 'Это имя файла использовать нельзя. Переименуйте файл и прикрепите его ещё раз.',
  },
}

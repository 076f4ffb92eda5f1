import { LIMITS } from '../limits.ts'
import type { FormMessages } from './form.ts'
import { russianPlural } from './russian-plural.ts'

const answers = (count: number) => russianPlural(count, 'ответ', 'ответа', 'ответов')
const files = (count: number) => russianPlural(count, 'файл', 'файла', 'файлов')
/** After 'до' and 'не более'. */
const filesAtMost = (count: number) => russianPlural(count, 'файла', 'файлов', 'файлов')
const recentMonths = (count: number) =>
  count === 1 ? 'последний месяц' : `последние ${count} ${russianPlural(count, 'месяц', 'месяца', 'месяцев')}`

/** The public form's words, Russian. */
export const formMessagesRu: FormMessages = {
  loading: 'Загрузка заявки…',
  title: 'Заявка на финансирование',
  requiredNote: 'Поля, отмеченные *, обязательны.',
  progress: (done, total) => `заполнено ${done} из ${total}`,
  requiredProgress: (done, total) => `обязательных ответов: ${done} из ${total}`,
  chooseOne: 'Выберите вариант',
  submit: 'Отправить заявку',
  submitting: 'Отправка…',
  waiting: 'Это занимает больше времени, чем обычно. Пробуем ещё раз…',
  offline: 'Нет связи. Пробуем ещё раз…',
  tryAgain: 'Повторить',
  restarted: 'Ваш сеанс истёк. Введённое сохранено; прикрепите файлы ещё раз и отправьте заявку.',
  reattaching:
    'Ваш сеанс истёк. Введённое сохранено, файлы прикрепляются заново. Отправьте заявку, когда они загрузятся.',
  noSecondSigner: 'Второго подписанта нет',
  addSecondPartner: 'Добавить второго партнёра',
  language: 'Язык',
  draft: {
    saving: 'Сохранение…',
    saved: 'Сохранено',
    offline: 'Нет связи, повторим позже',
    lost: 'Не сохраняется: не закрывайте страницу до отправки',
    welcomeBack: 'С возвращением. Начатая заявка здесь.',
    secretsKept: 'Конфиденциальные ответы сохранены, но не показываются.',
    startOver: 'Начать заново',
    startOverTitle: 'Начать заново?',
    startOverBody: 'Всё, что вы здесь ввели, подписали и прикрепили, будет удалено.',
    keep: 'Оставить мои ответы',
  },
  signature: {
    label: 'Подпись',
    clear: 'Стереть подпись',
    canvas: (signer) => `Подпись, подписант ${signer}. Распишитесь здесь мышью, пальцем или пером.`,
    help: 'Распишитесь мышью, пальцем или пером',
    drawn: 'Подписано',
    kept: 'Сохранена с прошлого раза',
    empty: 'Ещё не подписано',
    dateHelp: 'При подписании ставится сегодняшняя дата',
  },
  summary: {
    title: (count) => `Проверьте ${count} ${answers(count)}`,
    corrected: 'Всё исправлено. Отправьте заявку ещё раз внизу страницы.',
    fixed: 'Исправлено',
    inGroup: (group, message) => `${group} · ${message}`,
  },
  errors: {
    invalidLink: 'Недействительная ссылка',
    fetchLink: 'Не удалось получить данные ссылки',
    load: 'Не удалось загрузить заявку. Попробуйте позже.',
    settings: 'Не удалось прочитать настройки заявки',
    submit: 'Не удалось отправить форму',
    submitLater: 'Не удалось отправить форму. Попробуйте позже.',
    upload: 'Не удалось загрузить файл',
    uploadsFailed: 'Один из файлов не загружен. Повторите загрузку или удалите его, затем отправьте заявку.',
    uploadsBusy: 'Файлы ещё загружаются. Отправьте заявку, когда загрузка закончится.',
  },
  uploads: {
    title: 'Загрузка документов',
    instruction: `Прикрепите банковские выписки компании за ${recentMonths(LIMITS.statementMonths)}`,
    choose: 'Выбрать файлы',
    drop: 'или перетащите их сюда',
    accepted: (maxFiles, size) =>
      `PDF, JPG или PNG, до ${maxFiles} ${filesAtMost(maxFiles)}, каждый до ${size}`,
    limitReached: 'Достигнуто максимальное число файлов. Удалите лишние, чтобы загрузить другие.',
    tooMany: (max, selected, present) =>
      `Можно загрузить не более ${max} ${filesAtMost(max)}. Вы выбрали ${selected} ${files(selected)}, но у вас уже есть ${present} ${files(present)}.`,
    wrongType: 'Файл этого типа использовать нельзя. Прикрепите PDF, JPG или PNG.',
    empty: 'Этот файл пуст. Выберите другой.',
    tooLarge: (size) => `Этот файл больше ${size}. Прикрепите файл поменьше.`,
    waiting: 'Ожидает',
    uploading: (percent) => `Загружается, ${percent} %`,
    done: 'Загружен',
    failed: 'Не загружен',
    remove: 'Удалить',
    removeFile: (name) => `Удалить ${name}`,
    retry: 'Повторить',
    previewOf: (name) => `Просмотр ${name}`,
    list: 'Прикреплённые файлы',
    count: (count, max) => `файлов: ${count} из ${max}`,
    removing: 'Удаляется',
    removeFailed: 'Не удалось удалить этот файл. Попробуйте ещё раз.',
  },
  problems: {
    required: (label) => `${label}: заполните это поле`,
    keptLost: (label) => `${label}: заполните это поле ещё раз`,
    tooLong: (limit) => `Не более ${limit} ${russianPlural(limit, 'знака', 'знаков', 'знаков')}`,
    phone: 'Введите номер телефона с кодом города, например (555) 123-4567',
    email: 'Введите адрес электронной почты, например name@example.com',
    website: 'Введите веб-адрес, например example.com',
    date: 'Введите дату, которая есть в календаре',
    pastDate: 'Введите дату не позднее сегодняшней',
    birthDate: 'Введите дату рождения человека, которому исполнилось 18 лет',
    year: 'Введите год четырьмя цифрами, например 2019',
    money: 'Введите сумму в долларах, например 12500',
    creditScore: 'Введите рейтинг от 300 до 850',
    ssn: 'Введите 9 цифр номера социального страхования (SSN)',
    taxId: 'Введите 9 цифр налогового номера (EIN)',
    zip: 'Введите почтовый индекс (ZIP) из 5 цифр',
    state: 'Выберите штат',
    choice: 'Выберите один из предложенных ответов',
    signature: 'Подпишите ещё раз: рисунок не удалось прочитать',
    signatureSize: 'Подпишите ещё раз, проще: рисунок слишком велик',
  },
}

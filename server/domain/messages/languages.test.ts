import { describe, expect, it } from 'vitest'
import { CATALOGUE, INPUTS } from '../catalogue/index.ts'
import { INVITE_INPUTS } from '../catalogue/second-signer.ts'
import type { Language } from '../language.ts'
import { applicantMessagesEs } from './applicant-es.ts'
import { applicantMessagesRu } from './applicant-ru.ts'
import { questionMessages } from './questions.ts'
import { linkWords } from './link-dialog.ts'
import { applicantMessages } from './applicant.ts'
import { consentWords } from './consent.ts'
import { spanish } from './es.ts'
import { formMessages } from './form.ts'
import { receiptMessages } from './receipt.ts'
import { requestWords } from './request.ts'
import { reviewMessages } from './review.ts'
import { russian } from './ru.ts'
import { secondSignerWords } from './second-signer.ts'
import { shownOfferWords } from './shown-offers.ts'
import { statementMessages } from './statements.ts'
import { successMessages } from './success.ts'

/** Words that are spelled as in English. */
const SAME: Record<Exclude<Language, 'en'>, ReadonlySet<string>> = {
  es: new Set(['Fax', 'No']),
  ru: new Set(),
}

/** What applicants know by its English name only: it may stand in a sentence of any language. */
const LATIN =
  /\b(SSN|EIN|APR|QR|SHA|Tax ID|DBA|LLC|ZIP|JavaScript|PDF|JPG|PNG|HEIC|iPhone|Word|Excel|liens|cash advance|Corporation|Partnership|Sole Proprietor|Discharged|Dismissed|(name@)?example\.com|X+)\b/g

/** Every sentence by its path; functions say themselves with arguments that can be found again. */
function sentences(messages: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, message] of Object.entries(messages) as [string, unknown][]) {
    const at = `${path}${key}`
    if (typeof message === 'string') found.set(at, message)
    else if (typeof message === 'function') found.set(at, String(message(...(ARGUMENTS[at] ?? [7, 13, 17]))))
    else for (const [below, text] of sentences(Object(message), `${at}.`)) found.set(below, text)
  }
  return found
}
const ARGUMENTS: Record<string, unknown[]> = {
  'form.received': ['2026-11-21'],
  'received.on': ['2026-11-21'],
  receivedOn: ['2026-11-21'],
  signedOn: ['2026-11-21'],
  'decided.approved': ['2026-11-21'],
  'decided.funded': ['2026-11-21'],
  'decided.declined': ['2026-11-21'],
  sentOn: ['2026-11-21'],
  'seal.sealed': ['2026-11-21'],
  anotherBody: ['2026-11-21'],
  asked: ['7', '13', '2026-11-21'],
  askedFirst: ['7', '13', '2026-11-21'],
  asks: ['7', '2026-11-21'],
  answered: ['2026-11-21'],
  done: ['2026-11-21', '13'],
  text: ['17', '13'],
  until: ['2026-11-21'],
}

const all = (...messages: object[]) =>
  new Map(
    messages.flatMap((part, index) =>
      [...sentences(part)].map(([at, text]) => [`${index}.${at}`, text] as const),
    ),
  )

const LANGUAGES_TO_CHECK = [
  { pack: spanish, applicant: applicantMessagesEs },
  { pack: russian, applicant: applicantMessagesRu },
]

describe.each(LANGUAGES_TO_CHECK)('$pack.language', ({ pack: { language, form, catalogue }, applicant }) => {
  if (catalogue === null || language === 'en') throw new Error('The catalogue is English itself')
  const isSame = (text: string) => SAME[language].has(text) || !/\p{L}/u.test(text.replace(LATIN, ''))

  const english = all(
    formMessages,
    applicantMessages,
    successMessages.en,
    consentWords.en,
    receiptMessages.en,
    reviewMessages.en,
    questionMessages.en,
    linkWords.en,
    secondSignerWords.en,
    requestWords.en,
    statementMessages.en,
    shownOfferWords.en,
  )
  const own = all(
    form,
    applicant,
    successMessages[language],
    consentWords[language],
    receiptMessages[language],
    reviewMessages[language],
    questionMessages[language],
    linkWords[language],
    secondSignerWords[language],
    requestWords[language],
    statementMessages[language],
    shownOfferWords[language],
  )

  it('words every sentence', () => {
    expect([...english.keys()].filter((at) => !own.get(at)?.trim())).toEqual([])
    expect(own.size).toBe(english.size)
  })

  it('leaves no sentence English', () => {
    expect([...english].filter(([at, text]) => own.get(at) === text && !isSame(text))).toEqual([])
  })

  it('passes on what a sentence is told', () => {
    const told = (text = '') => text.match(/\b(7|13|17)\b/g)?.sort() ?? []
    expect([...english].filter(([at, text]) => told(text).join() !== told(own.get(at)).join())).toEqual([])
  })

  const inputs = [...INPUTS.values(), ...INVITE_INPUTS]
  const groups = CATALOGUE.flatMap((section) => section.groups)

  it('names every section, titled group, input and choice of the catalogue, and nothing else', () => {
    const sorted = (keys: Iterable<string>) => [...new Set(keys)].sort()
    expect(sorted(Object.keys(catalogue.sections))).toEqual(sorted(CATALOGUE.map(({ key }) => key)))
    expect(sorted(Object.keys(catalogue.groups))).toEqual(
      sorted(groups.filter(({ title }) => title !== null).map(({ key }) => key)),
    )
    expect(sorted(Object.keys(catalogue.inputs))).toEqual(sorted(inputs.map(({ name }) => name)))
    expect(sorted(Object.keys(catalogue.choices))).toEqual(sorted(inputs.flatMap(({ choices }) => choices)))
  })

  it('has help and placeholders where the catalogue has them, in their shape', () => {
    const shape = (text: string) => text.replace(/\p{L}+/gu, 'x')
    for (const { name, help, placeholder } of inputs) {
      const words = catalogue.inputs[name]
      expect([name, words?.help !== undefined]).toEqual([name, help !== ''])
      // Figures read the same everywhere, so only a placeholder with words in it is worded again.
      expect([name, words?.placeholder !== undefined]).toEqual([name, /\p{L}/u.test(placeholder)])
      expect([name, shape(words?.placeholder ?? placeholder)]).toEqual([name, shape(placeholder)])
    }
  })

  const pairs = [
    ...CATALOGUE.map(({ key, title }) => [title, catalogue.sections[key]]),
    ...groups.map(({ key, title }) => [title ?? '', catalogue.groups[key]]),
    ...inputs.flatMap(({ name, ...input }) =>
      (['label', 'help', 'placeholder'] as const).map((part) => [
        input[part],
        catalogue.inputs[name]?.[part],
      ]),
    ),
    ...inputs.flatMap(({ choices }) => choices.map((choice) => [choice, catalogue.choices[choice]])),
  ].map(([text = '', words = '']) => ({ text, words }))

  it('leaves nothing of the catalogue English', () => {
    expect(pairs.filter(({ text, words }) => words === text && !isSame(text))).toEqual([])
  })

  it('keeps the number of a row of things, and the capitals of a section', () => {
    const style = (text: string) => [/\d+$/.exec(text)?.[0], text.length > 4 && text === text.toUpperCase()]
    for (const { text, words } of pairs.filter((pair) => pair.words !== ''))
      expect([words, ...style(words)]).toEqual([words, ...style(text)])
  })

  it('keeps labels short enough for a phone', () => {
    const labels = inputs.map(({ name }) => catalogue.inputs[name]?.label ?? '')
    expect(labels.filter((label) => label.length > (label.endsWith('?') ? 70 : 40))).toEqual([])
  })

  const everything = [...own.values(), ...pairs.map(({ words }) => words)]

  it('stays in its script', () => {
    const stray = language === 'ru' ? /[A-Za-z]/ : /\p{Script=Cyrillic}/u
    expect(everything.filter((text) => stray.test(text.replace(LATIN, '')))).toEqual([])
  })

  it('addresses the applicant formally', () => {
    const familiar = language === 'es' ? 'tú|tu|tus|te|elige|escribe|adjunta' : 'ты|тебя|тебе|твой|твоя|твои'
    const word = new RegExp(`(?<!\\p{L})(${familiar})(?!\\p{L})`, 'iu')
    expect(everything.filter((text) => word.test(text))).toEqual([])
  })
})

describe('numbers agree with their nouns', () => {
  it.each([
    [1, 'Проверьте 1 ответ.', 'Подождите 1 секунду и', 'не более 1 файла.', 'Не более 1 знака'],
    [2, 'Проверьте 2 ответа.', 'Подождите 2 секунды и', 'не более 2 файлов.', 'Не более 2 знаков'],
    [5, 'Проверьте 5 ответов.', 'Подождите 5 секунд и', 'не более 5 файлов.', 'Не более 5 знаков'],
    [11, 'Проверьте 11 ответов.', 'Подождите 11 секунд и', 'не более 11 файлов.', 'Не более 11 знаков'],
    [21, 'Проверьте 21 ответ.', 'Подождите 21 секунду и', 'не более 21 файла.', 'Не более 21 знака'],
    [22, 'Проверьте 22 ответа.', 'Подождите 22 секунды и', 'не более 22 файлов.', 'Не более 22 знаков'],
  ])('in Russian: %i', (count, problems, wait, full, tooLong) => {
    expect(applicantMessagesRu.form.problems(count)).toBe(problems)
    expect(applicantMessagesRu.tooManyTries(count)).toContain(wait)
    expect(applicantMessagesRu.upload.full(count)).toContain(full)
    expect(applicantMessagesRu.upload.laterFull(count)).toContain(full)
    expect(russian.form.problems.tooLong(count)).toBe(tooLong)
  })

  it.each([
    [1, 'Revise una respuesta.', 'Espere 1 segundo e', '1 archivo.'],
    [2, 'Revise 2 respuestas.', 'Espere 2 segundos e', '2 archivos.'],
    [21, 'Revise 21 respuestas.', 'Espere 21 segundos e', '21 archivos.'],
  ])('in Spanish: %i', (count, problems, wait, full) => {
    expect(applicantMessagesEs.form.problems(count)).toBe(problems)
    expect(applicantMessagesEs.tooManyTries(count)).toContain(wait)
    expect(applicantMessagesEs.upload.full(count)).toContain(full)
  })

  it.each([
    [1, 'One answer needs a look.', 'wait 1 second and', '1 file.'],
    [2, '2 answers need a look.', 'wait 2 seconds and', '2 files.'],
  ])('in English: %i', (count, problems, wait, full) => {
    expect(applicantMessages.form.problems(count)).toBe(problems)
    expect(applicantMessages.tooManyTries(count)).toContain(wait)
    expect(applicantMessages.upload.full(count)).toContain(full)
  })

  it('and long waits are told in minutes, rounded up', () => {
    expect(applicantMessages.tooManyTries(90)).toContain('90 seconds')
    expect(applicantMessages.tooManyTries(91)).toContain('2 minutes')
    expect(applicantMessagesEs.tooManyTries(1200)).toContain('20 minutos')
    expect(applicantMessagesRu.tooManyTries(1201)).toContain('21 минуту')
    expect(applicantMessagesRu.tooManyTries(3600)).toContain('60 минут ')
  })

  it('and dates are written out where figures would be read either way', () => {
    expect(applicantMessagesEs.form.received('2026-03-04')).toBe(
      'Esta solicitud ya se recibió el 4 de marzo de 2026.',
    )
    expect(applicantMessagesRu.form.received('2026-03-04')).toBe('Эта заявка уже получена 4 марта 2026 года.')
  })
})

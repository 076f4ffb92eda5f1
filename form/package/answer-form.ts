import { packagePage as words } from '#domain/messages/package'
import { CallError, sendAnswer, type OpenPackage } from './calls.ts'
import { alertLine, busy, element, labelled, note, showProblems, type Field } from './elements.ts'

type Answer = NonNullable<OpenPackage['answer']>
type Kind = Answer['kind']
type Name = keyof typeof words.fields

const KINDS: readonly Kind[] = ['offer', 'decline', 'ask']
const NUMBERS: readonly Name[] = ['amount', 'factor', 'paymentCount', 'fees', 'commissionPercent']
const REQUIRED: readonly Name[] = ['amount', 'factor', 'paymentCount', 'frequency', 'reason', 'text']
const FIELDS: Readonly<Record<Kind, readonly Name[]>> = {
  offer: [
    'amount',
    'factor',
    'paymentCount',
    'frequency',
    'fees',
    'startsAt',
    'expiresAt',
    'commissionPercent',
    'conditions',
  ],
  decline: ['reason'],
  ask: ['text'],
}

/** The latest answer, and a form for another one. */
export function answerSection(token: string, given: Answer | null): HTMLElement {
  const section = element('section', {}, element('h2', {}, words.answer))
  const status = element('div', { role: 'status', tabIndex: -1 })
  const show = (answer: Answer | null, isNew: boolean) =>
    status.replaceChildren(
      ...(isNew ? [element('p', { className: 'good' }, words.thanks)] : []),
      ...(answer
        ? [
            element('p', {}, words.answered[answer.kind](answer.at)),
            ...(answer.text ? [quote(answer.text)] : []),
          ]
        : []),
      ...(answer ? [note(words.replaces)] : []),
    )
  show(given, false)
  section.append(
    status,
    answerForm(token, (answer) => {
      show(answer, true)
      status.focus()
    }),
  )
  return section
}

const quote = (text: string) => element('blockquote', {}, text)

function answerForm(token: string, onSent: (answer: Answer | null) => void): HTMLFormElement {
  const form = element('form', { noValidate: true })
  const alert = alertLine()
  const fields = element('div')
  let kind: Kind = 'offer'
  let groups = toGroups()
  const choose = (chosen: Kind) => {
    kind = chosen
    fields.replaceChildren(...groups[kind])
  }
  const choices = KINDS.map((each) => {
    const radio = element('input', { type: 'radio', name: 'kind', value: each, checked: each === kind })
    radio.addEventListener('change', () => choose(each))
    return element('label', { className: 'choice' }, radio, words.kinds[each])
  })
  const send = element('button', { type: 'submit', className: 'main' }, words.send)
  form.append(
    element('fieldset', {}, element('legend', { className: 'hidden' }, words.answer), ...choices),
    fields,
    alert,
    send,
  )
  choose(kind)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void busy(send, alert, async () => {
      showProblems(form, new Map())
      const sent = await sendAnswer(token, { kind, ...readFields(form) }).catch((error: unknown) => {
        if (!(error instanceof CallError) || error.fields.size === 0) throw error
        showProblems(form, error.fields)
        throw new CallError(words.check)
      })
      groups = toGroups()
      choose(kind)
      onSent(sent.answer)
    })
  })
  return form
}

/** The fields of each kind of answer. Choosing the other kind and back loses nothing that was typed. */
const toGroups = (): Record<Kind, HTMLElement[]> => ({
  offer: FIELDS.offer.map(toField),
  decline: FIELDS.decline.map(toField),
  ask: FIELDS.ask.map(toField),
})

function toField(name: Name): HTMLElement {
  const label = words.fields[name]
  return labelled(REQUIRED.includes(name) ? label : words.optional(label), toControl(name))
}

function toControl(name: Name): Field {
  const required = REQUIRED.includes(name)
  if (name === 'frequency') {
    const options = (['daily', 'weekly'] as const).map((value) =>
      element('option', { value }, words.frequencies[value]),
    )
    return element('select', { name, required }, ...options)
  }
  if (name === 'conditions' || name === 'reason' || name === 'text')
    return element('textarea', { name, required, rows: 3 })
  if (name === 'startsAt' || name === 'expiresAt') return element('input', { name, type: 'date' })
  const inputMode = name === 'paymentCount' ? 'numeric' : 'decimal'
  return element('input', { name, required, type: 'text', inputMode, autocomplete: 'off' })
}

/** Leaves out empty fields. Text in a field for a number is sent as it is: the server names the problem. */
function readFields(form: HTMLFormElement): object {
  const entries = [...new FormData(form)].flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : ''
    if (name === 'kind' || text === '') return []
    const number = Number(text.replace(/[$,%\s]/g, ''))
    const isNumber = NUMBERS.some((each) => each === name) && !Number.isNaN(number)
    return [[name, isNumber ? number : text] as const]
  })
  return Object.fromEntries(entries)
}

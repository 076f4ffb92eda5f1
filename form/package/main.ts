import { packagePage as words } from '#domain/messages/package'
import { pageToken } from '../page-token.ts'
import { answerSection } from './answer-form.ts'
import { CallError, openPackage, readFile, type OpenPackage } from './calls.ts'
import { alertLine, busy, button, element, labelled, note } from './elements.ts'
import './package.css'

const page = document.getElementById('package') ?? document.body
const token = pageToken() ?? ''

/** The heading has the focus, so that a change of the page is read out. */
function show(title: string, ...parts: Node[]): void {
  const heading = element('h1', { tabIndex: -1 }, title)
  document.title = title
  page.replaceChildren(heading, ...parts)
  heading.focus()
}

/** Nothing is asked of the server before the click: mail scanners open links, too. */
function showStart(): void {
  const alert = alertLine()
  const open = button(words.open, alert, () => enter(), { className: 'main' })
  page.replaceChildren(element('h1', {}, words.title), element('p', {}, words.intro), open, alert)
}

async function enter(code?: string): Promise<void> {
  try {
    showFile(await openPackage(token, code))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'link_ended') return show(words.title, element('p', {}, error.message))
    if (error.code !== 'code_needed' || code !== undefined) throw error
    showCode()
  }
}

function showCode(): void {
  const { code } = words
  const alert = alertLine()
  const field = element('input', {
    name: 'code',
    inputMode: 'numeric',
    autocomplete: 'one-time-code',
    maxLength: 10,
  })
  const send = element('button', { type: 'submit', className: 'main' }, code.submit)
  const again = button(code.again, alert, async () => {
    await enter()
    alert.textContent = code.sent
  })
  const form = element('form', {}, labelled(code.label, field), alert, send, again)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void busy(send, alert, () => enter(field.value))
  })
  show(code.title, element('p', {}, code.text), form)
  field.focus()
}

function showFile(file: OpenPackage): void {
  const { company, reference, message, summary, cashFlow, documents } = file
  const figures = documents.some(({ id }) => id === 'cash-flow')
    ? [section(words.cashFlow, ...(cashFlow.length > 0 ? cashFlow.map(toFacts) : [note(words.noFigures)]))]
    : []
  show(
    words.heading(company.name, reference),
    note(words.until(file.expiresAt)),
    ...(message ? [section(words.message, element('p', { className: 'message' }, message))] : []),
    section(words.summary, ...summary.map(toFacts)),
    ...figures,
    documentsSection(file),
    answerSection(token, file.answer),
  )
}

const section = (title: string, ...parts: Node[]) =>
  element('section', {}, element('h2', {}, title), ...parts)

function toFacts({ title, rows }: OpenPackage['summary'][number]): HTMLElement {
  const list = element('dl')
  for (const { label, value } of rows)
    list.append(element('div', {}, element('dt', {}, label), element('dd', {}, value)))
  return element('div', {}, ...(title === null ? [] : [element('h3', {}, title)]), list)
}

function documentsSection({ documents, funder, copyNumber, reference }: OpenPackage): HTMLElement {
  const alert = alertLine()
  const rows = documents.map(({ id, name, isMarked }) =>
    element(
      'li',
      {},
      element('span', { className: 'name' }, name, ...(isMarked ? [] : [note(words.unmarked)])),
      button(words.view, alert, () => view(id), { ariaLabel: words.viewOf(name) }),
      button(words.save, alert, () => save(id, name), { ariaLabel: words.saveOf(name) }),
    ),
  )
  return section(
    words.files,
    note(words.copies(funder, copyNumber)),
    element('ul', { className: 'files' }, ...rows),
    alert,
    button(words.saveAll, alert, () => save('all', `${reference}.zip`)),
  )
}

/** The tab is opened by the click itself, as browsers refuse those that come later. */
async function view(id: string): Promise<void> {
  const tab = window.open('')
  try {
    const address = URL.createObjectURL(await readFile(token, id, false))
    if (tab) tab.location.href = address
  } catch (error) {
    tab?.close()
    throw error
  }
}

async function save(id: string, name: string): Promise<void> {
  const href = URL.createObjectURL(await readFile(token, id, true))
  element('a', { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

showStart()

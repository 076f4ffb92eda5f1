import { embedMessages } from '#domain/messages/embed'

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no #${id}`)
  return element
}

const log = byId('events')
const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

function show(type: string, meaning: string): void {
  byId('nothing').hidden = true
  const entry = document.createElement('li')
  const name = document.createElement('code')
  name.textContent = type
  const when = document.createElement('time')
  when.textContent = TIME.format(new Date())
  const words = document.createElement('p')
  words.textContent = meaning
  entry.append(name, when, words)
  log.append(entry)
}

for (const [type, meaning] of Object.entries(embedMessages.events)) {
  document.addEventListener(type, () => show(type, meaning))
}

const button = byId('copy')
button.addEventListener('click', () => {
  navigator.clipboard.writeText(byId('snippet').textContent).then(
    () => say(embedMessages.copied),
    () => {
      window.getSelection()?.selectAllChildren(byId('snippet'))
      say(embedMessages.copyFailed)
    },
  )
})

function say(words: string): void {
  button.textContent = words
  byId('copy-state').textContent = words
  setTimeout(() => {
    button.textContent = embedMessages.copy
    byId('copy-state').textContent = ''
  }, 3000)
}

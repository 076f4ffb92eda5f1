import { preferredLanguage } from '#domain/language'
import { verifyMessages } from '#domain/messages/verify'
import { sha256 } from '#verify/cms'
import type { Evidence } from '#verify/evidence'
import type { KnownCertificate, SealState, Verdict } from '#verify/verdict'
import { verifyPdf } from '#verify/verify-pdf'
import './verify.css'

const language = preferredLanguage(navigator.languages)
const words = verifyMessages[language]
/** A saved page asks no server. */
const isOffline = !document.querySelector('script[src]')

type Rows = Evidence['page'][number]['rows']

const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body
const result = find('result')
const file = document.querySelector<HTMLInputElement>('#file')

function formatTime(moment: string): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? moment : date.toLocaleString(language, { ...day, ...time })
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

type Shown = { tone: 'good' | 'bad' | ''; title: string; text: string; rows?: Rows; page?: Evidence['page'] }

function show({ tone, title, text, rows = [], page = [] }: Shown): void {
  const list = (all: Rows) => {
    const made = document.createElement('dl')
    made.append(...all.flatMap(([label, value]) => [element('dt', label), element('dd', value)]))
    return made
  }
  const sections = page.flatMap((section) => [element('h3', section.title), list(section.rows)])
  result.className = tone
  result.replaceChildren(element('h2', title), element('p', text), list(rows), ...sections)
  result.hidden = false
  result.focus()
}

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const isGood = (state: SealState): boolean => state === 'sealed' || state === 'copy'

function showVerdict(verdict: Verdict, digest: string): void {
  const { state, sealedAt, sealedBy, timestampedAt, evidence, problem } = verdict
  const when = formatTime(sealedAt ?? '')
  const { rows } = words
  const signers = evidence?.signers.map(({ name, signedAt }) => rows.signer(name, formatTime(signedAt))) ?? []
  const facts: [string, string | null][] = [
    [isGood(state) ? rows.sealedBy : rows.calledItself, sealedBy],
    [rows.timestampedAt, timestampedAt ? formatTime(timestampedAt) : isGood(state) ? rows.noTimestamp : null],
    [rows.signers, signers.join('\n')],
    [rows.original, evidence?.original ?? null],
    [rows.digest, digest],
  ]
  const titles = { ...words, sealed: words.sealed(when), copy: words.copy(when) }
  const whole = state === 'sealed' ? words.isSealed : evidence?.original ? words.isCopy : words.isEarlyCopy
  const named = location.hash.slice(1).toLowerCase()
  const isOther = isDigest(named) && named !== digest && named !== evidence?.original
  show({
    tone: isGood(state) && !isOther ? 'good' : state === 'changed' ? 'bad' : '',
    title: titles[state],
    text: `${problem ? words.problems[problem] : whole}${isOther ? ` ${words.isOther}` : ''}`,
    rows: facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    page: evidence?.page ?? [],
  })
}

async function check(chosen: File): Promise<void> {
  result.hidden = true
  find('choose').textContent = words.checking
  try {
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    const known = JSON.parse(find('certificates').textContent ?? '[]') as KnownCertificate[]
    showVerdict(await verifyPdf(bytes, known), await sha256(bytes))
  } catch (error) {
    console.error(error)
    show({ tone: '', title: words.not_sealed, text: words.problems.unreadable })
  } finally {
    find('choose').textContent = words.choose
  }
}

/** The digest follows the `#`, which browsers send to no server. */
async function lookUp(): Promise<void> {
  const digest = location.hash.slice(1).toLowerCase()
  if (isOffline || digest === '') return
  if (!isDigest(digest)) return show({ tone: '', title: words.foreign, text: words.isNoFingerprint })
  const rows: Rows = [[words.rows.digest, digest]]
  try {
    const response = await fetch('/api/verify/digest', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ digest }),
    })
    if (!response.ok) throw new Error(response.statusText)
    const { data } = (await response.json()) as { data: { sealedAt: string | null } }
    if (data.sealedAt === null) show({ tone: '', title: words.foreign, text: words.isUnknown, rows })
    else show({ tone: 'good', title: words.sealed(formatTime(data.sealedAt)), text: words.isReceipt, rows })
  } catch {
    show({ tone: '', title: words.failed, text: words.tryLater, rows })
  }
}

document.documentElement.lang = language
document.title = words.title
document.querySelector('h1')?.replaceChildren(words.title)
for (const id of ['intro', 'choose', 'offline'] as const) find(id).textContent = words[id]
find('offline').hidden = isOffline
if (!globalThis.crypto?.subtle) show({ tone: '', title: words.not_sealed, text: words.insecure })
file?.addEventListener('change', () => {
  const [chosen] = file.files ?? []
  if (chosen) void check(chosen)
  // The same file may be chosen again.
  file.value = ''
})
addEventListener('hashchange', () => void lookUp())
void lookUp()

import { textEntries } from '#domain/json'
import { PROTOCOL, type EmbedEvent, type FromHost, type RevealBlock, type Said } from './protocol.ts'

/**
 * The form's side of /embed.js: tells the page around the frame how high the form is and what happens, without a word
 * of what the applicant answers. Where no such page is, nothing is told.
 */

type Prefill = Readonly<Record<string, string>>

/** Known once the script around the frame has answered; the frame's policy lets no page frame it that may not. */
let hostOrigin: string | null = null
let prefill: Prefill | null = null
let takePrefill: ((values: Prefill) => void) | null = null
const announced = new Set<EmbedEvent>()

/** Greets the page around, if there is one. To be called once, before the form is drawn. */
export function connectToHost(): void {
  if (window.parent === window) return
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<FromHost | null>) => {
    if (source !== window.parent || data?.intake !== PROTOCOL || data.type !== 'host' || hostOrigin) return
    hostOrigin = origin
    begin(data.prefill)
  })
  // It says nothing, so anybody may hear it; whoever answers is who frames us.
  tell({ type: 'hello' }, '*')
}

/** The form can be filled in. */
export const announceReady = (): void => announce('ready')
/** The applicant has given a first answer. */
export const announceStarted = (): void => announce('started')
/** An application is in; to be called once for each, as a page may bring more than one on its way. */
export function announceSubmitted(): void {
  announced.delete('submitted')
  announce('submitted')
}

/**
 * Asks the page around to scroll so that an element is seen: a frame as high as its content does not scroll itself.
 * `block` as in scrollIntoView.
 */
export function revealInHost(element: Element | null, block: RevealBlock = 'nearest'): void {
  if (!element) return
  reportHeight()
  const { top, height } = element.getBoundingClientRect()
  tell({ type: 'reveal', top: top + window.scrollY, height, block })
}

/** Brings the top of the form into view. */
export function revealTop(): void {
  window.scrollTo(0, 0)
  revealInHost(document.documentElement, 'start')
}

/** `take` gets the answers that the page around knows already, now or once they arrive. Answers how to stop that. */
export function onPrefill(take: (values: Prefill) => void): () => void {
  takePrefill = take
  if (prefill) take(prefill)
  return () => {
    takePrefill = null
  }
}

function begin(given: unknown): void {
  // Its height follows the content from now on; a scrollbar in between would narrow the text and change it again.
  document.documentElement.classList.add('fitted')
  new ResizeObserver(reportHeight).observe(document.documentElement)
  reportHeight()
  announced.forEach((type) => tell({ type }))
  prefill = textEntries(given)
  takePrefill?.(prefill)
}

function announce(type: EmbedEvent): void {
  if (announced.has(type)) return
  announced.add(type)
  // Browsers let a frame that is out of sight observe nothing, so it is measured now.
  reportHeight()
  tell({ type })
}

let reported = ''

/** Not before the form is there: while it loads, the frame keeps the height it has. */
function reportHeight(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
  const { title } = document
  // A height that nobody is there to hear yet is not told; it is, once the page around has answered.
  if (hostOrigin === null || height === 0 || `${height} ${title}` === reported) return
  if (document.querySelector('.loading')) return
  reported = `${height} ${title}`
  tell({ type: 'height', height, title })
}

function tell(message: Said, origin = hostOrigin): void {
  if (origin) window.parent.postMessage({ intake: PROTOCOL, ...message }, origin)
}

/**
 * Calls `show` as soon as it is known which part of the page is seen. In a frame as high as its content, the middle of
 * the window is far from what the page around shows, and only the browser knows what that is. css/overlay.css and
 * css/draft.css put their cards into the middle of that part.
 */
export function whereSeen(show: () => void): () => void {
  const { style } = document.documentElement
  if (window.parent === window) {
    show()
    return () => {}
  }
  const watcher = new IntersectionObserver(([entry]) => {
    watcher.disconnect()
    if (entry?.isIntersecting) {
      const { top, bottom } = entry.intersectionRect
      style.setProperty('--unseen-above', `${top}px`)
      style.setProperty('--unseen-below', `${window.innerHeight - bottom}px`)
    }
    show()
  })
  watcher.observe(document.documentElement)
  return () => watcher.disconnect()
}

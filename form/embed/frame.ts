import { textEntries } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { browserStorage } from '../browser-storage.ts'
import { placeProgress } from './progress-place.ts'
import {
  isKeepable,
  KEEPS,
  keptNames,
  PROTOCOL,
  type EmbedEvent,
  type FromHost,
  type RevealBlock,
  type Said,
} from './protocol.ts'

/** The form's side of /embed.js. Never sends answers to the host page. */

type Prefill = Readonly<Record<string, string>>

/** Set once the host script replied; the frame's CSP admits only allowed hosts. */
let hostOrigin: string | null = null
let prefill: Prefill | null = null
let takePrefill: ((values: Prefill) => void) | null = null
const announced = new Set<EmbedEvent>()

/**
 * Call once, before the form is rendered. @returns once the browser's storage can be read; if it is blocked, once the
 * host page has answered
 */
export function connectToHost(slug: string): Promise<void> {
  if (window.parent === window) return Promise.resolve()
  const blocked = !browserStorage.isWritable()
  let waits = blocked && window.name === KEEPS
  return new Promise((done) => {
    const ready = () => {
      waits = false
      done()
    }
    window.addEventListener('message', ({ source, origin, data }: MessageEvent<FromHost | null>) => {
      if (source !== window.parent || data?.intake !== PROTOCOL) return
      if (data.type === 'seen' && origin === hostOrigin) placeProgress(data)
      if (data.type !== 'host' || hostOrigin) return
      hostOrigin = origin
      // After the wait, the form has opened a session of its own.
      if (waits && data.kept) mirrorToHost(slug, data.kept)
      begin(data.prefill)
      ready()
    })
    // The message holds nothing private, so any origin may receive it.
    tell({ type: 'hello', blocked }, '*')
    if (waits) setTimeout(ready, LIMITS.resumeWaitMs)
    else ready()
  })
}

/** Sends tokens to the host page, never answers. */
function mirrorToHost(slug: string, kept: unknown): void {
  const names = keptNames(slug)
  const known = Object.entries(textEntries(kept)).filter(
    ([name, value]) => names.includes(name) && isKeepable(value),
  )
  browserStorage.mirrorTo((name, value) => {
    if (names.includes(name)) tell({ type: 'keep', name, value })
  }, Object.fromEntries(known))
}

export const announceReady = (): void => announce('ready')
export const announceStarted = (): void => announce('started')
export function announceSubmitted(): void {
  announced.delete('submitted')
  announce('submitted')
}

/** Asks the host page to scroll, as a frame as high as its content can't. `block` as in scrollIntoView. */
export function revealInHost(element: Element | null, block: RevealBlock = 'nearest'): void {
  if (!element) return
  reportHeight()
  const { top, bottom } = element.getBoundingClientRect()
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  // The progress line covers fields above it, but no dialogs.
  const covered = element.matches('[role$=dialog]') ? 0 : parseFloat(scrollPaddingTop)
  const start = Math.max(0, top + window.scrollY - covered)
  tell({ type: 'reveal', top: start, height: bottom + window.scrollY - start, block })
}

export function revealTop(): void {
  window.scrollTo(0, 0)
  revealInHost(document.documentElement, 'start')
}

/** @returns a function that stops listening */
export function onPrefill(take: (values: Prefill) => void): () => void {
  takePrefill = take
  if (prefill) take(prefill)
  return () => {
    takePrefill = null
  }
}

function begin(given: unknown): void {
  // A scrollbar would narrow the text and change the height again.
  document.documentElement.classList.add('fitted')
  new ResizeObserver(reportHeight).observe(document.documentElement)
  // Browsers scroll the host's window without regard to the progress line.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches('.sections :focus-visible')) revealInHost(target)
  })
  reportHeight()
  announced.forEach((type) => tell({ type }))
  prefill = textEntries(given)
  takePrefill?.(prefill)
}

function announce(type: EmbedEvent): void {
  if (announced.has(type)) return
  announced.add(type)
  // Browsers suspend observers in frames out of view.
  reportHeight()
  tell({ type })
}

let reported = ''

function reportHeight(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
  const { title } = document
  if (hostOrigin === null || height === 0 || `${height} ${title}` === reported) return
  if (document.querySelector('.loading, [aria-busy=true]')) return
  reported = `${height} ${title}`
  tell({ type: 'height', height, title })
}

function tell(message: Said, origin = hostOrigin): void {
  if (origin) window.parent.postMessage({ intake: PROTOCOL, ...message }, origin)
}

/**
 * Calls `show` with the visible part of the page. In a frame as high as its content, only
 * IntersectionObserver knows it.
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

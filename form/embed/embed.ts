import {
  type FromFrame,
  type FromHost,
  isKeepable,
  KEEPS,
  KEPT_LENGTH,
  keptNames,
  PROTOCOL,
} from './protocol.ts'

/**
 * /embed.js: turns every `<div data-intake-form="slug">` of a host page into the form and dispatches its events. Runs
 * on other sites' pages: no dependencies, no global but `Intake`.
 */

type Mounted = { slug: string; frame: HTMLIFrameElement; box: HTMLElement; seen: string }

declare global {
  interface Window {
    Intake?: { mount(element: HTMLElement): void }
  }
}

const SELECTOR = '[data-intake-form]'
const TITLE = 'Funding application'
const LEAST_HEIGHT = 600
const MOST_HEIGHT = 100_000

function start(origin: string): void {
  const forms = new Map<HTMLElement, Mounted>()
  const storage = createHostStorage(origin)
  const say = ({ frame }: Mounted, message: FromHost) => frame.contentWindow?.postMessage(message, origin)

  const mount = (element: HTMLElement): void => {
    const { intakeForm: slug, intakeLang: language } = element.dataset
    if (!slug || forms.has(element)) return
    const frame = document.createElement('iframe')
    frame.title = TITLE
    frame.name = KEEPS
    const query = language ? `?lang=${encodeURIComponent(language)}` : ''
    frame.src = `${origin}/embed/${encodeURIComponent(slug)}${query}`
    // Starts as high as the window, so that content below moves only out of sight.
    const height = Math.max(LEAST_HEIGHT, window.innerHeight)
    style(frame, { display: 'block', width: '100%', height: `${height}px`, border: '0' })
    const box = document.createElement('div')
    style(box, { position: 'relative' })
    box.append(frame)
    element.append(box)
    forms.set(element, { slug, frame, box, seen: '' })
  }

  const look = (): void => {
    for (const [element, { box }] of forms) {
      if (element.isConnected && box.parentNode === element) continue
      box.remove()
      forms.delete(element)
    }
    document.querySelectorAll<HTMLElement>(SELECTOR).forEach(mount)
  }

  window.addEventListener('message', (event: MessageEvent<FromFrame | null>) => {
    if (event.origin !== origin || event.data?.intake !== PROTOCOL) return
    for (const [element, form] of forms) {
      if (event.source === form.frame.contentWindow) receive(element, form, event.data)
    }
  })

  const receive = (element: HTMLElement, form: Mounted, message: FromFrame): void => {
    const { slug, frame, box } = form
    switch (message.type) {
      case 'hello': {
        const kept = message.blocked ? storage.read(slug) : null
        say(form, { intake: PROTOCOL, type: 'host', prefill: readPrefill(element), kept })
        form.seen = ''
        break
      }
      case 'height':
        frame.title = message.title
        style(frame, { height: `${Math.min(Math.max(message.height, 1), MOST_HEIGHT)}px` })
        lookSoon()
        break
      case 'reveal':
        reveal(box, message.top, message.height, message.block)
        break
      case 'keep':
        storage.write(slug, message.name, message.value)
        break
      case 'ready':
      case 'started':
      case 'submitted':
        element.dispatchEvent(
          new CustomEvent(`intake:${message.type}`, {
            bubbles: true,
            composed: true,
            detail: { form: element.dataset.intakeForm },
          }),
        )
    }
  }

  let isLooking = false
  const lookSoon = (): void => {
    if (isLooking) return
    isLooking = true
    requestAnimationFrame(() => {
      isLooking = false
      for (const form of forms.values()) {
        const part = visiblePart(form.frame)
        const seen = `${part.top} ${part.height}`
        if (seen === form.seen) continue
        form.seen = seen
        say(form, { intake: PROTOCOL, type: 'seen', ...part })
      }
    })
  }
  // Captured, as a form may stand in a part of the page that scrolls by itself.
  window.addEventListener('scroll', lookSoon, { capture: true, passive: true })
  window.addEventListener('resize', lookSoon, { passive: true })

  window.Intake = { mount }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-intake-form'],
  })
  look()
}

/**
 * `scroll-padding` says how much of the window a fixed header covers. A frame that fits the window is seen whole.
 * @returns pixels of the frame, which `zoom` or `transform` of the page may draw larger or smaller
 */
function visiblePart(frame: HTMLIFrameElement): { top: number; height: number } {
  const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const height = window.innerHeight - covered
  const { top, height: whole, width } = frame.getBoundingClientRect()
  const scale = width / frame.offsetWidth || 1
  const hidden = whole <= height ? 0 : Math.min(Math.max(covered - top, 0), whole)
  return { top: Math.round(hidden / scale), height: height / scale }
}

function reveal(box: HTMLElement, top: number, height: number, block: ScrollLogicalPosition): void {
  const mark = document.createElement('span')
  style(mark, {
    position: 'absolute',
    top: `${top}px`,
    height: `${height}px`,
    width: '1px',
    visibility: 'hidden',
  })
  box.append(mark)
  mark.scrollIntoView({ block, inline: 'nearest' })
  mark.remove()
}

/** Content security policies don't restrict styles set through CSSOM. */
function style(element: HTMLElement, rules: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, rules)
}

function readPrefill({ dataset }: HTMLElement): unknown {
  try {
    return JSON.parse(dataset.intakePrefill ?? '{}')
  } catch {
    console.warn('Intake: data-intake-prefill is not JSON')
    return {}
  }
}

const script = document.currentScript ?? document.querySelector('script[src*="/embed.js"]')
if (script instanceof HTMLScriptElement && !window.Intake) start(new URL(script.src).origin)

/** The host page's storage for the forms of `origin`, for browsers that block the frame's own. */
function createHostStorage(origin: string) {
  const toKey = (name: string) => `intake ${origin} ${name}`
  return {
    /** @returns null where the host page's storage is blocked or full, too */
    read(slug: string): Record<string, string> | null {
      try {
        const probe = toKey('probe')
        localStorage.setItem(probe, ' '.repeat(KEPT_LENGTH))
        localStorage.removeItem(probe)
        const held = keptNames(slug).map((name) => [name, localStorage.getItem(toKey(name))] as const)
        return Object.fromEntries(held.filter((each): each is [string, string] => isKeepable(each[1])))
      } catch {
        return null
      }
    },
    write(slug: string, name: string, value: string | null): void {
      if (!keptNames(slug).includes(name) || (value !== null && !isKeepable(value))) return
      try {
        if (value === null) localStorage.removeItem(toKey(name))
        else localStorage.setItem(toKey(name), value)
      } catch {
        // The storage has filled up: the form goes on without it.
      }
    },
  }
}

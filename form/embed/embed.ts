import { PROTOCOL, type FromFrame, type FromHost } from './protocol.ts'

/**
 * /embed.js: turns every `<div data-intake-form="slug">` of a host page into the form and dispatches its events. Runs
 * on other sites' pages: no dependencies, no global but `Intake`.
 */

type Mounted = { frame: HTMLIFrameElement; box: HTMLElement }

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

  const mount = (element: HTMLElement): void => {
    const { intakeForm: slug, intakeLang: language } = element.dataset
    if (!slug || forms.has(element)) return
    const frame = document.createElement('iframe')
    frame.title = TITLE
    const query = language ? `?lang=${encodeURIComponent(language)}` : ''
    frame.src = `${origin}/embed/${encodeURIComponent(slug)}${query}`
    // Starts as high as the window, so that content below moves only out of sight.
    const height = Math.max(LEAST_HEIGHT, window.innerHeight)
    style(frame, { display: 'block', width: '100%', height: `${height}px`, border: '0' })
    const box = document.createElement('div')
    style(box, { position: 'relative' })
    box.append(frame)
    element.append(box)
    forms.set(element, { frame, box })
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

  const receive = (element: HTMLElement, { frame, box }: Mounted, message: FromFrame): void => {
    switch (message.type) {
      case 'hello': {
        const answer: FromHost = { intake: PROTOCOL, type: 'host', prefill: readPrefill(element) }
        frame.contentWindow?.postMessage(answer, origin)
        break
      }
      case 'height':
        frame.title = message.title
        style(frame, { height: `${Math.min(Math.max(message.height, 1), MOST_HEIGHT)}px` })
        break
      case 'reveal':
        reveal(box, message.top, message.height, message.block)
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

  window.Intake = { mount }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-intake-form'],
  })
  look()
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

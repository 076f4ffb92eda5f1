/** Increment on a breaking change. */
export const PROTOCOL = 1

/** The frame's name where the host script can keep texts: the form then waits for its answer. */
export const KEEPS = 'intake-keeps'

/** Far longer than a token; the host page's storage is not ours to fill. */
export const KEPT_LENGTH = 500

/** The only texts that a host page keeps for a form: opaque tokens, the names of passed sections, the time of a receipt and the chosen language. */
export const keptNames = (slug: string): readonly string[] =>
  ['session', 'begun', 'passed', 'told', 'receipt', 'received']
    .map((each) => `form_${each}_${slug}`)
    .concat('form_language')

export const isKeepable = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= KEPT_LENGTH && /^[\x20-\x7e]+$/.test(value)

export type EmbedEvent = 'ready' | 'started' | 'submitted'

export type RevealBlock = 'start' | 'center' | 'nearest'

export type Said =
  /** `blocked`: the browser gives the frame no storage. */
  | { type: 'hello'; blocked: boolean }
  | { type: 'height'; height: number; title: string }
  | { type: EmbedEvent }
  | { type: 'reveal'; top: number; height: number; block: RevealBlock }
  /** null: forget it */
  | { type: 'keep'; name: string; value: string | null }

export type FromFrame = Said & { intake: typeof PROTOCOL }

export type FromHost = { intake: typeof PROTOCOL } & (
  | { type: 'host'; prefill: unknown; kept?: unknown }
  /** How much of the frame is above the host's window, and how high that is. */
  | { type: 'seen'; top: number; height: number }
)

/** Increment on a breaking change. */
export const PROTOCOL = 1

export type EmbedEvent = 'ready' | 'started' | 'submitted'

export type RevealBlock = 'start' | 'center' | 'nearest'

export type Said =
  | { type: 'hello' }
  | { type: 'height'; height: number; title: string }
  | { type: EmbedEvent }
  | { type: 'reveal'; top: number; height: number; block: RevealBlock }

export type FromFrame = Said & { intake: typeof PROTOCOL }

export type FromHost = { intake: typeof PROTOCOL; type: 'host'; prefill: unknown }

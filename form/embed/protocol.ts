/**
 * Messages between the framed form and the host script. None carries an applicant's answers; prefill is what the host
 * page knows.
 */

/** Marks our messages; a breaking change of the protocol gets a new number. */
export const PROTOCOL = 1

export type EmbedEvent = 'ready' | 'started' | 'submitted'

export type RevealBlock = 'start' | 'center' | 'nearest'

export type Said =
  | { type: 'hello' }
  | { type: 'height'; height: number; title: string }
  | { type: EmbedEvent }
  /** Scroll to this part of the frame, in pixels from its top. */
  | { type: 'reveal'; top: number; height: number; block: RevealBlock }

export type FromFrame = Said & { intake: typeof PROTOCOL }

/** The reply to 'hello'. */
export type FromHost = { intake: typeof PROTOCOL; type: 'host'; prefill: unknown }

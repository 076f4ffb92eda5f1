/**
 * What the form in its frame and the script around it say to each other. Neither direction carries an applicant's
 * answers; prefill is what the host page knows already.
 */

/** Every message of ours carries it, so that others' are passed over; a new number for a protocol that breaks. */
export const PROTOCOL = 1

export type EmbedEvent = 'ready' | 'started' | 'submitted'

export type RevealBlock = 'start' | 'center' | 'nearest'

export type Said =
  | { type: 'hello' }
  | { type: 'height'; height: number; title: string }
  | { type: EmbedEvent }
  /** Scroll so that this part of the frame is seen; in pixels from the frame's top. */
  | { type: 'reveal'; top: number; height: number; block: RevealBlock }

export type FromFrame = Said & { intake: typeof PROTOCOL }

/** The answer to each 'hello'. */
export type FromHost = { intake: typeof PROTOCOL; type: 'host'; prefill: unknown }

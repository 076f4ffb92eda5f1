import { US_STATES } from './us-states.ts'

const codes = new Map(
  US_STATES.flatMap(([code, name]) => [code, name].map((text) => [text.toLowerCase(), code])),
)

/** 'New York' → 'NY'. Apart from `isUsState`, which is part of the form's first view. */
export const usStateCode = (text: string): string | null => codes.get(text.trim().toLowerCase()) ?? null

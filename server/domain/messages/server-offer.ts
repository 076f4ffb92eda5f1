export const offerServerMessages = {
  cents: 'Give dollars with at most two decimals.',
  day: 'Give a day of this century, such as 2026-12-31.',
  fees: 'The fees must be less than the amount.',
} as const

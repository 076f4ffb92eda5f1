/** How long somebody has to wait, in the unit in which people count it: seconds up to a minute and a half, then minutes. */
export function waitingTime(seconds: number): { count: number; unit: 'second' | 'minute' } {
  return seconds > 90
    ? { count: Math.ceil(seconds / 60), unit: 'minute' }
    : { count: seconds, unit: 'second' }
}

export function waitingTime(seconds: number): { count: number; unit: 'second' | 'minute' } {
  return seconds > 90
    ? { count: Math.ceil(seconds / 60), unit: 'minute' }
    : { count: seconds, unit: 'second' }
}

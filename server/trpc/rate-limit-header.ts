import type { Budget } from '../auth/throttle.ts'

/** The `RateLimit` header of draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeader = (policy: string, { tries, seconds }: Budget): string =>
  `"${policy}";r=${tries};t=${seconds}`

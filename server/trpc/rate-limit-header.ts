import type { Budget } from '../auth/throttle.ts'

/** Value of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers): tries left and seconds until they are renewed. */
export const rateLimitHeader = (policy: string, { tries, seconds }: Budget): string =>
  `"${policy}";r=${tries};t=${seconds}`

import type { Services } from '../../services.ts'

/** A keyed hash: what was typed may be a password. */
export const unknownAccount = ({ keys }: Pick<Services, 'keys'>, emailKey: string) => ({
  unknownAccount: keys.mac('throttle', 'unknown-account', emailKey).toString('hex').slice(0, 16),
})

import type { Services } from '../../services.ts'

/**
 * What the audit log keeps of an e-mail that nobody has: a keyed hash, by which tries are told apart. What was typed may
 * be anything, a password included.
 */
export const unknownAccount = ({ keys }: Pick<Services, 'keys'>, emailKey: string) => ({
  unknownAccount: keys.mac('throttle', 'unknown-account', emailKey).toString('hex').slice(0, 16),
})

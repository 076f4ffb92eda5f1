import { addressesIn, isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'

/** The addresses of a comma-separated list, each once; what is no address is left out, and so is what is too many. */
export const notifyAddresses = (list: string): string[] =>
  addressesIn(list).filter(isEmailAddress).slice(0, LIMITS.notifyAddresses)

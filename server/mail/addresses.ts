import { z } from 'zod'
import { LIMITS } from '#domain/limits'

const address = z.email()

/** The addresses of a comma-separated list, each once; what is no address is left out, and so is what is too many. */
export function notifyAddresses(list: string): string[] {
  const addresses = list.split(',').map((part) => part.trim())
  return [...new Set(addresses.filter((part) => address.safeParse(part).success))].slice(
    0,
    LIMITS.notifyAddresses,
  )
}

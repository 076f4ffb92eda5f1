import type { RateName } from '#domain/limits'
import type { KnownDevice } from '../../auth/known-devices.ts'
import { addressKey, refund } from '../../auth/throttle.ts'
import type { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { countAttempt, isThrottled } from './count-try.ts'

type SignInTries = { overLimit: AppError | null; refund(): Promise<void> }

/**
 * Counts a try: on a known device by the device alone, else by address, by account and address, and by
 * account.
 */
export async function countSignIn(
  services: Services,
  { emailKey, device, ip }: { emailKey: string; device: KnownDevice | null; ip: string },
): Promise<SignInTries> {
  const attempt = { refused: 'sign-in-refused', tried: { emailKey }, ip } as const
  const address = addressKey(ip)
  const rates: [RateName, string[]][] = device
    ? [['loginPerDevice', [device.id]]]
    : [
        ['loginPerAddress', [address]],
        ['loginPerAccountAndAddress', [emailKey, address]],
      ]
  for (const [rate, keyParts] of rates) await countAttempt(services, rate, keyParts, attempt)
  let overLimit: AppError | null = null
  if (!device) {
    rates.push(['loginPerAccount', [emailKey]])
    overLimit = await countAttempt(services, 'loginPerAccount', [emailKey], attempt).then(
      () => null,
      (error: unknown) => {
        if (!isThrottled(error)) throw error
        return error
      },
    )
  }
  return {
    overLimit,
    async refund() {
      await Promise.all(rates.map(([rate, keyParts]) => refund(services, rate, ...keyParts)))
    },
  }
}

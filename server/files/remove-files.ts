import type { Services } from '../services.ts'

/** Removes files whose rows are gone. What a failure leaves behind is swept later. */
export async function removeFiles(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    try {
      await storage.remove(name)
    } catch (error) {
      log.warn({ err: error, file: name }, 'a file was left behind')
    }
  }
}

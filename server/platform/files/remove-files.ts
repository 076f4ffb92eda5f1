import type { Services } from '../../services.ts'

/** Removes files whose rows are deleted. The sweep retries what fails. */
export async function removeFiles(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    try {
      await storage.remove(name)
    } catch (error) {
      log.warn({ err: error, file: name }, 'could not remove a file')
    }
  }
}

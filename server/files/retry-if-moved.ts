import { FileMissingError } from './storage.ts'

/**
 * Work that reads a row and then the file it names. While keys are changed files move to new names, rows first: what
 * finds its file gone reads the row once more.
 */
export async function retryIfMoved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileMissingError) return work()
    throw error
  }
}

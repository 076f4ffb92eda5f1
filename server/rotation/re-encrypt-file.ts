import { SealError } from '../crypto/seal.ts'
import { FileMissingError, type Storage } from '../files/storage.ts'
import { openEncrypted, putEncrypted, type StoredFileKey } from '../files/stored-file.ts'

/**
 * Stores a file's content once more, under another name and key. False when there is no such file, or none that opens:
 * then nothing is stored.
 *
 * @throws whatever the storage throws
 */
export async function reencryptFile(
  storage: Storage,
  from: StoredFileKey,
  to: StoredFileKey,
): Promise<boolean> {
  try {
    await putEncrypted(storage, to, await openEncrypted(storage, from))
    return true
  } catch (error) {
    if (error instanceof FileMissingError || error instanceof SealError) return false
    throw error
  }
}

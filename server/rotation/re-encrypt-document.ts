import { randomBytes } from 'node:crypto'
import { asSystem } from '../auth/actor.ts'
import { documentKeyContext } from '../crypto/contexts.ts'
import { KEY_BYTES } from '../crypto/seal.ts'
import { documentFile, sealForCompany } from '../modules/document/document-key.ts'
import { openName, sealName } from '../modules/document/document-name.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../uuid.ts'
import { reencryptFile } from './re-encrypt-file.ts'
import type { Reencrypted } from './re-encrypt-session.ts'

/**
 * Gives a file that hangs on no form session another key, under the current main key, and another name.
 *
 * @throws SealError for a row that does not open; whatever the storage throws
 */
export async function reencryptDocument(
  { db, keys, storage }: Pick<Services, 'db' | 'keys' | 'storage'>,
  id: string,
): Promise<Reencrypted> {
  const row = await asSystem(db, 'maintenance', (client) =>
    client.document.findFirst({
      where: { id, formSessionId: null },
      select: {
        id: true,
        companyId: true,
        storedAs: true,
        wrappedKey: true,
        filename: true,
        originalFilename: true,
      },
    }),
  )
  if (!row) return { files: 0, lost: [] }
  const from = documentFile(keys, { ...row, formSession: null })
  const to = { ...from, name: `documents/${uuidV7()}`, key: randomBytes(KEY_BYTES) }
  const opened = await reencryptFile(storage, from, to)
  const name = openName(from.key, row)
  const data = opened
    ? {
        ...sealName(to.key, row, name),
        storedAs: to.name,
        wrappedKey: sealForCompany(keys, row, to.key),
      }
    : {
        ...sealName(from.key, row, name),
        wrappedKey: keys.wrap(from.key, documentKeyContext(row.id, row.companyId)),
      }
  const { count } = await asSystem(db, 'maintenance', (client) =>
    client.document.updateMany({ where: { id, storedAs: row.storedAs }, data }),
  )
  if (opened) await storage.remove(count > 0 ? from.name : to.name)
  return { files: opened ? count : 0, lost: opened ? [] : [row.storedAs] }
}

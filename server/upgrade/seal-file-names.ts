import { asSystem } from '../auth/actor.ts'
import { SealError } from '../crypto/seal.ts'
import { Prisma } from '../generated/client.ts'
import { openFileKey } from '../modules/document/document-key.ts'
import { nameSelect, sealName } from '../modules/document/document-name.ts'
import type { UpgradeStep } from './upgrade-step.ts'

export const sealFileNames: UpgradeStep = {
  table: 'Document',
  pending: Prisma.sql`s."originalFilename" <> ''`,

  async mend({ db, keys }, ids) {
    const rows = await asSystem(db, 'maintenance', (client) =>
      client.document.findMany({ where: { id: { in: ids } }, select: nameSelect }),
    )
    const sealed: { id: string; filename: string }[] = []
    const unreadable: string[] = []
    for (const row of rows) {
      try {
        const { filename } = sealName(openFileKey(keys, row), row, row.originalFilename)
        sealed.push({ id: row.id, filename: Buffer.from(filename).toString('hex') })
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        unreadable.push(row.id)
      }
    }
    const column = (name: 'id' | 'filename') => Prisma.sql`${sealed.map((row) => row[name])}::text[]`
    await asSystem(
      db,
      'maintenance',
      (client) => client.$executeRaw`
        UPDATE "Document" AS s SET "filename" = decode(sealed."filename", 'hex'), "originalFilename" = ''
        FROM unnest(${column('id')}, ${column('filename')}) AS sealed ("id", "filename")
        WHERE s."id" = sealed."id"`,
    )
    return unreadable
  },
}

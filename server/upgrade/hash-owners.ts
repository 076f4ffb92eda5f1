import { asSystem } from '../auth/actor.ts'
import { SealError } from '../crypto/seal.ts'
import { Prisma } from '../generated/client.ts'
import { ownerHashes } from '../modules/submission/owner-words.ts'
import { openAnswers, sealedSelect } from '../modules/submission/sealed-submission.ts'
import type { UpgradeStep } from './upgrade-step.ts'

const { signatures: _signatures, ...answersSelect } = sealedSelect

/** Makes the hashes that an earlier version did not. */
export const hashOwners: UpgradeStep = {
  table: 'FormSubmission',
  pending: Prisma.sql`NOT EXISTS (SELECT FROM "SubmissionOwner" o WHERE o."id" = s."id")`,

  async mend({ db, keys }, ids) {
    const rows = await asSystem(db, 'maintenance', (client) =>
      client.formSubmission.findMany({ where: { id: { in: ids } }, select: answersSelect }),
    )
    const hashed: { id: string; hashes: string }[] = []
    const unreadable: string[] = []
    for (const row of rows) {
      try {
        hashed.push({ id: row.id, hashes: ownerHashes(keys, row.companyId, openAnswers(keys, row)) })
      } catch (error) {
        if (!(error instanceof SealError || error instanceof SyntaxError)) throw error
        unreadable.push(row.id)
      }
    }
    const column = (name: 'id' | 'hashes') => Prisma.sql`${hashed.map((row) => row[name])}::text[]`
    await asSystem(
      db,
      'maintenance',
      (client) => client.$executeRaw`
        INSERT INTO "SubmissionOwner" ("id", "companyId", "hashes")
        SELECT s."id", s."companyId", hashed."hashes"::bigint[]
        FROM unnest(${column('id')}, ${column('hashes')}) AS hashed ("id", "hashes") JOIN "FormSubmission" s USING ("id")
        ON CONFLICT DO NOTHING`,
    )
    return unreadable
  },
}

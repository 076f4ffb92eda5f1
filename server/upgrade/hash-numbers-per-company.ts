import { asSystem } from '../auth/actor.ts'
import { SealError } from '../crypto/seal.ts'
import { Prisma } from '../generated/client.ts'
import { openAnswers, sealedSelect } from '../modules/submission/sealed-submission.ts'
import { hashNumbers, toCurrentVersion } from '../modules/submission/keyed-columns.ts'
import type { UpgradeStep } from './upgrade-step.ts'

const { signatures: _signatures, ...answersSelect } = sealedSelect

type Hashed = { id: string; taxIdHash: string | null; ssns: string; digest: string; before: string }

export const hashNumbersPerCompany: UpgradeStep = {
  table: 'FormSubmission',
  pending: Prisma.sql`substring(s."valuesDigest" FROM 1 FOR 1) = '\\x01'::bytea`,

  async mend({ db, keys }, ids) {
    const rows = await asSystem(db, 'maintenance', (client) =>
      client.formSubmission.findMany({
        where: { id: { in: ids } },
        select: { ...answersSelect, valuesDigest: true },
      }),
    )
    const hashed: Hashed[] = []
    const unreadable: string[] = []
    for (const row of rows) {
      try {
        const { taxIdHash, ssnHashes } = hashNumbers(keys, row.companyId, openAnswers(keys, row))
        hashed.push({
          id: row.id,
          taxIdHash,
          ssns: ssnHashes.join(' '),
          digest: toHex(toCurrentVersion(row.valuesDigest)),
          before: toHex(row.valuesDigest),
        })
      } catch (error) {
        if (!(error instanceof SealError || error instanceof SyntaxError)) throw error
        unreadable.push(row.id)
      }
    }
    const column = (name: keyof Hashed) => Prisma.sql`${hashed.map((row) => row[name])}::text[]`
    await asSystem(
      db,
      'maintenance',
      (client) => client.$executeRaw`
        UPDATE "FormSubmission" AS s
        SET "taxIdHash" = hashed."taxIdHash", "ssnHashes" = string_to_array(hashed."ssns", ' '),
          "valuesDigest" = decode(hashed."digest", 'hex')
        FROM unnest(${column('id')}, ${column('taxIdHash')}, ${column('ssns')}, ${column('digest')}, ${column('before')})
          AS hashed ("id", "taxIdHash", "ssns", "digest", "before")
        WHERE s."id" = hashed."id" AND s."valuesDigest" = decode(hashed."before", 'hex')`,
    )
    return unreadable
  },
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

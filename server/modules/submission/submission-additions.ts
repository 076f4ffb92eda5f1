import { z } from 'zod'
import { SIGNATURE_MARKER } from '#domain/catalogue/display'
import type { ViewMode } from '#domain/catalogue/formatted-view'
import { columnContext } from '../../crypto/contexts.ts'
import type { KeyRing } from '../../crypto/keys.ts'
import { openText, sealBytes } from '../../crypto/seal.ts'
import type { Prisma } from '../../generated/client.ts'
import { sessionKey } from './sealed-submission.ts'
import { toSigningRecord } from './signing-record.ts'
import { storedSigning } from './signing.schema.ts'

const stored = z.object({
  name: z.string(),
  date: z.string(),
  signature: z.string(),
  signing: storedSigning,
})

export const additionsSelect = {
  orderBy: { createdAt: 'asc' },
  select: { id: true, data: true, clientIp: true, userAgent: true, createdAt: true },
} satisfies Prisma.FormSubmission$additionsArgs

type Place = Parameters<typeof sessionKey>[1]
type Row = Prisma.SubmissionAdditionGetPayload<Pick<typeof additionsSelect, 'select'>>

const toContext = (id: string, { companyId }: Place): string =>
  columnContext('SubmissionAddition', 'data', id, companyId)

/** The sealed columns of a signature that came after the submit. */
export function sealAddition(keys: KeyRing, place: Place, id: string, data: z.infer<typeof stored>) {
  const sealed = sealBytes(sessionKey(keys, place), JSON.stringify(data), toContext(id, place))
  return { data: sealed, digest: Buffer.from(data.signing.digest, 'hex') }
}

export type Addition = ReturnType<typeof openAdditions>[number]

/** @param mode 'masked' leaves the drawings out */
export const openAdditions = (keys: KeyRing, row: Place & { additions: Row[] }, mode: ViewMode) =>
  row.additions.map(({ id, data, ...made }) => {
    const opened = stored.parse(JSON.parse(openText(sessionKey(keys, row), data, toContext(id, row))))
    return {
      ...{ id, kind: 'signature' as const, name: opened.name, date: opened.date },
      createdAt: made.createdAt.toISOString(),
      signature: mode === 'masked' ? SIGNATURE_MARKER : opened.signature,
      signing: toSigningRecord(opened.signing, made),
    }
  })

import { z } from 'zod'
import { displayValue } from '#domain/catalogue/display'
import { INPUTS } from '#domain/catalogue/index'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { columnContext } from '../../platform/crypto/contexts.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { openText, sealBytes } from '../../platform/crypto/seal.ts'
import type { Prisma } from '../../generated/client.ts'
import { sessionKey } from '../accept/sealed-submission.ts'
import { toSigningRecord } from '../signing/signing-record.ts'
import { storedSigning } from '../signing/signing.schema.ts'

/** A corrected field with its value before, or a question (`field` null) with its answer. */
export const additionEntry = z.object({
  field: z.string().nullable(),
  label: z.string(),
  before: z.string().nullable(),
  value: z.string(),
})
export type AdditionEntry = z.infer<typeof additionEntry>

const stored = z.object({
  name: z.string(),
  date: z.string(),
  signature: z.string(),
  signing: storedSigning.nullable(),
  entries: z.array(additionEntry).default([]),
})

export const additionsSelect = {
  orderBy: { createdAt: 'asc' },
  select: {
    id: true,
    kind: true,
    signer: true,
    data: true,
    clientIp: true,
    userAgent: true,
    createdAt: true,
  },
} satisfies Prisma.FormSubmission$additionsArgs

type Place = Parameters<typeof sessionKey>[1]
type Row = Prisma.SubmissionAdditionGetPayload<Pick<typeof additionsSelect, 'select'>>

const toContext = (id: string, { companyId }: Place): string =>
  columnContext('SubmissionAddition', 'data', id, companyId)

/** The sealed columns of what came after the submit. */
export function sealAddition(keys: KeyRing, place: Place, id: string, data: z.input<typeof stored>) {
  const sealed = sealBytes(sessionKey(keys, place), JSON.stringify(data), toContext(id, place))
  return { data: sealed, digest: Buffer.from(data.signing?.digest ?? '', 'hex') }
}

export type Addition = ReturnType<typeof openAdditions>[number]

/** With drawings as they were sent. @param mask of the entries' values */
export const openAdditions = (
  keys: KeyRing,
  row: Place & { additions: Row[] },
  mask = (values: Values) => values,
) =>
  row.additions.map(({ id, kind, signer, data, ...made }) => {
    const opened = stored.parse(JSON.parse(openText(sessionKey(keys, row), data, toContext(id, row))))
    return {
      id,
      kind,
      signer,
      name: opened.name,
      date: opened.date,
      createdAt: made.createdAt.toISOString(),
      signature: opened.signature,
      signing: opened.signing && toSigningRecord(opened.signing, made),
      entries: opened.entries.map((entry) => showEntry(entry, mask)),
    }
  })

function showEntry(entry: AdditionEntry, mask: (values: Values) => Values): AdditionEntry {
  const { field } = entry
  const input = field === null ? undefined : INPUTS.get(field)
  if (!input) return entry
  const show = (value: string) => getOwn(mask({ [input.name]: displayValue(input, value) }), input.name) ?? ''
  return { ...entry, before: entry.before && show(entry.before), value: show(entry.value) }
}

/** The last corrected value of each field. */
export const readCorrections = (keys: KeyRing, row: Place & { additions: Row[] }): Values =>
  Object.fromEntries(
    openAdditions(keys, row).flatMap(({ entries }) =>
      entries.flatMap(({ field, value }) => (field === null ? [] : [[field, value]])),
    ),
  )

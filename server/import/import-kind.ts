import { isDeepStrictEqual } from 'node:util'
import { getOwn } from '#domain/get-own'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../errors.ts'
import type { AuditActor } from '../events/record-event.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import type { Csv } from './csv-worker.ts'

type Cells = Csv['rows'][number]['cells']
/** `tx` is for reading. */
type Run = { services: Services; by: AuditActor; tx: Tx }

export type Batch = {
  /** @returns false if the record exists */
  check: (cells: Cells) => Promise<boolean>
  /** Creates all that were checked. @returns their number */
  add: (tx: Tx, passwordHash: string) => Promise<number>
}

/** `unique`: the columns that tell records apart. */
export type ImportKind = {
  columns: readonly string[]
  unique: readonly string[]
  begin: (run: Run, rows: Csv['rows']) => Promise<Batch>
}

const words = serverMessages.import

/** An import changes nothing that exists. @throws AppError invalid_input */
export function requireSame(present: Readonly<Record<string, unknown>>, wanted: object): false {
  for (const [field, value] of Object.entries(wanted))
    if (value !== undefined && !isDeepStrictEqual(getOwn(present, field), value))
      throw fieldError(field, words.differs)
  return false
}

export async function findCompany<Field extends string>(tx: Tx, field: Field, text: string | undefined) {
  if (text === undefined) return undefined
  const where = { OR: [{ id: text }, { nameIn: text }] }
  const found = await tx.company.findMany({ where, select: { id: true }, take: 2 })
  return onlyOne(found, field, serverMessages.choice.company)
}

export function onlyOne<Field extends string>(
  [one, another]: { id: string }[],
  field: Field,
  unknown: string,
) {
  if (!one || another) throw fieldError(field, one ? words.ambiguous : unknown)
  return { [field]: one.id } as Record<Field, string>
}

import type { Prisma } from '../../generated/client.ts'
import type { Tx } from './db.ts'

type Table<Row> = {
  findMany(asked: object): Promise<Row[]>
  findFirst(asked: object): Promise<Row | null>
  count(asked: object): Promise<number>
  update(asked: object): Promise<Row>
}

/** Prisma's tables have no type in common. */
export function tableOf<Row>(tx: Tx, model: Prisma.ModelName): Table<Row>
export function tableOf(tx: Tx, model: Prisma.ModelName): unknown {
  return Reflect.get(tx, model.charAt(0).toLowerCase() + model.slice(1))
}

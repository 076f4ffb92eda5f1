import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ROLE_PRESETS } from '#domain/permissions'
import { emailKey } from '../../../auth/email-key.ts'
import { hashPassword } from '../../../auth/passwords.ts'
import { businessName, personName } from './words.ts'

export type Size = { submissions: number; companies: number; users: number }

export const PASSWORD = 'bench-password-1'
export const SIGN_IN = { large: 'large@example.com', small: 'small@example.com' } as const

/** Submissions of the company that SIGN_IN.small belongs to. The company of SIGN_IN.large has half of all. */
const SMALL = 50

type Person = { id: string; name: string; email: string; companyId: string; roleId: string }
export type Broker = { id: string; name: string; linkId: string; people: Person[] }

export function makeBrokers(size: Size): Broker[] {
  const brokers = Array.from({ length: size.companies }, (_, number): Broker => ({
    id: randomUUID(),
    name: `${businessName(number * 13)} Funding`,
    linkId: randomUUID(),
    people: [],
  }))
  for (let number = 0; number < size.users; number++) {
    const broker = brokers[number % brokers.length]
    const email = { 0: SIGN_IN.large, 1: SIGN_IN.small }[number] ?? `user-${number}@example.com`
    const person = { id: randomUUID(), name: personName(number), email, roleId: randomUUID() }
    broker?.people.push({ ...person, companyId: broker.id })
  }
  return brokers
}

export async function insertBrokers(client: pg.Client, brokers: Broker[]): Promise<void> {
  const people = brokers.flatMap((broker) => broker.people)
  const { name, userType, permissions } = ROLE_PRESETS.companyAdmin
  const column = <Row>(rows: Row[], of: (row: Row) => string) => rows.map(of)
  await client.query(
    `INSERT INTO "Company" ("id", "nameIn", "nameOut", "updatedAt")
     SELECT id, name, name, now() FROM unnest($1::text[], $2::text[]) AS row (id, name)`,
    [column(brokers, ({ id }) => id), column(brokers, (broker) => broker.name)],
  )
  await client.query(
    `INSERT INTO "GeneratedLink" ("id", "slug", "companyId")
     SELECT id, id, "companyId" FROM unnest($1::text[], $2::text[]) AS row (id, "companyId")`,
    [column(brokers, ({ linkId }) => linkId), column(brokers, ({ id }) => id)],
  )
  await client.query(
    `INSERT INTO "Role" ("id", "name", "userType", "permissions", "companyId", "updatedAt")
     SELECT id, $3, $4, $5, "companyId", now() FROM unnest($1::text[], $2::text[]) AS row (id, "companyId")`,
    [
      column(people, ({ roleId }) => roleId),
      column(people, ({ companyId }) => companyId),
      name,
      userType,
      [...permissions],
    ],
  )
  await client.query(
    `INSERT INTO "User" ("id", "name", "email", "emailKey", "companyId", "roleId", "passwordHash", "updatedAt")
     SELECT row.*, $7, now() FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS row`,
    [
      column(people, ({ id }) => id),
      column(people, (person) => person.name),
      column(people, ({ email }) => email),
      column(people, ({ email }) => emailKey(email)),
      column(people, ({ companyId }) => companyId),
      column(people, ({ roleId }) => roleId),
      await hashPassword(PASSWORD),
    ],
  )
}

/** Whose the submission of that number is. */
export function brokerOf(brokers: Broker[], number: number, { submissions }: Size): Broker {
  const [large, small] = brokers
  if (!large || !small) throw new Error('Too few companies')
  if (number % 2 === 0) return large
  const isSmalls = (number - 1) % (submissions / SMALL) === 0
  return isSmalls ? small : (brokers[2 + (((number - 1) / 2) % (brokers.length - 2))] ?? large)
}

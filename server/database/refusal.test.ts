import { expect, it } from 'vitest'
import { Prisma } from '../generated/client.ts'
import { databaseRefusal } from './refusal.ts'

const refused = (code: string) =>
  databaseRefusal(new Prisma.PrismaClientKnownRequestError('refused', { code, clientVersion: '' }))?.code

it('tells what went away, what is referred to and what is not there from a fault of ours', () => {
  expect(['P2025', 'P2003', 'P2024', 'P2034', 'P2011'].map(refused)).toEqual([
    'not_found',
    'conflict',
    'unavailable',
    'unavailable',
    undefined,
  ])
})

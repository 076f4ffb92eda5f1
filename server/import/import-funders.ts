import { CRITERIA, LIST_CRITERIA, parseCriteria } from '#domain/funder'
import { serverMessages } from '#domain/messages/server'
import { checkAddresses } from '../entities/funder/funder.service.ts'
import { createInput, funder, funders, type CreateInput } from '../entities/funder/funder.ts'
import { companyOfNew } from '../entities/role/role-rules.ts'
import { AppError, fieldError } from '../errors.ts'
import { findCompany, requireSame, type ImportKind } from './import-kind.ts'

const TEXTS = ['name', 'contacts', 'phone', 'note']
const LISTS = ['emails', 'products', ...Object.keys(LIST_CRITERIA)]
const SWITCHES = ['hidesContact', 'asksCode']

/** A cell that can't be read stays a text, which the rules of the call then refuse. */
function readCell([column, text]: [string, string | undefined]): [string, unknown] {
  if (text === undefined || TEXTS.includes(column)) return [column, text]
  if (LISTS.includes(column)) return [column, text.split(/\s*;\s*/).filter(Boolean)]
  if (SWITCHES.includes(column)) return [column, text === 'yes' || (text === 'no' ? false : text)]
  return [column, /^\d+(\.\d+)?$/.test(text) ? Number(text) : text]
}

function toInput(cells: Record<string, string | undefined>): CreateInput {
  const given = Object.entries(cells)
    .map(readCell)
    .filter(([, value]) => value !== undefined)
  const isCriterion = ([column]: [string, unknown]) => CRITERIA.some((name) => name === column)
  const criteria = Object.fromEntries(given.filter(isCriterion))
  return createInput.parse({ ...Object.fromEntries(given.filter((each) => !isCriterion(each))), criteria })
}

export const FUNDERS: ImportKind = {
  columns: [
    'company', ...TEXTS, 'emails', 'products', 'buyRate', 'commissionPercent', ...SWITCHES, ...CRITERIA,
  ], // prettier-ignore
  unique: ['company', 'name'],
  begin: async ({ by, tx: reading }, rows) => {
    const name = { in: rows.map(({ cells }) => cells.name ?? '') }
    const found = await reading.funder.findMany({ where: { name }, select: funder.select })
    const present = new Map(found.map((row) => [`${row.companyId} ${row.name}`, row]))
    const added: (Omit<CreateInput, 'companyId' | 'updatedAt'> & { companyId: string })[] = []
    return {
      check: async ({ company, ...cells }) => {
        const at = await findCompany(reading, 'company', company)
        const companyId = await companyOfNew(reading, by.actor, { companyId: at?.company })
        if (companyId === null) throw fieldError('company', serverMessages.choice.company)
        const { updatedAt: _readAt, companyId: _named, criteria = {}, ...given } = toInput(cells)
        const known = present.get(`${companyId} ${given.name}`)
        if (known)
          return requireSame({ ...known, ...parseCriteria(known.criteria) }, { ...given, ...criteria })
        added.push({ ...given, criteria, companyId })
        return true
      },
      add: async (tx) => {
        const addresses = added.flatMap(({ emails = [] }) => emails)
        checkAddresses(by.actor, [], addresses)
        const returned = { skipDuplicates: true, select: { id: true } } as const
        const made = await tx.funder.createManyAndReturn({ data: added, ...returned })
        if (made.length < added.length) throw new AppError('stale')
        const ids = made.map(({ id }) => id)
        await funders.recordCreations(tx, by, 'funder-created', ids)
        return made.length
      },
    }
  },
}

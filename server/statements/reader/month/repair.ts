import type { AmountToken } from '../text/tokens.ts'
import type { Entry, Row } from './entries.ts'
import { propose, worth, type Proposal } from './propose.ts'

const MOST_TOKENS = 12

/**
 * A recognized balance that breaks with the row before it, and as much the other way with the row after it, is itself
 * misread. The month is proven without it, if the opening and closing balances and all rows agree.
 */
function withoutLoneBalances(entries: readonly Entry[], { proof }: Proposal): Entry[] {
  const lone = proof.breaks.filter(
    ({ difference }, index) => proof.breaks[index + 1]?.difference === -difference,
  )
  const isLone = (row: Row) => lone.some(({ step }) => step?.page === row.page && step.n === row.n)
  return entries.map((entry) => {
    const step =
      entry.kind === 'row' && isLone(entry) ? lone.find(({ step: each }) => each?.n === entry.n)?.step : null
    if (entry.kind !== 'row' || !step) return entry
    return { ...entry, amounts: entry.amounts.filter(({ cents }) => cents !== Math.abs(step.balance ?? 0)) }
  })
}

/**
 * Where a month does not add up, replaces one or two amounts by those of a second recognition, and keeps them only if the
 * month then adds up. An amount that neither recognition read is never tried.
 */
export function proposeScan(given: readonly Entry[], dayOf: (row: Row) => string): Proposal {
  const asRead = propose(given, dayOf)
  const entries = withoutLoneBalances(given, asRead)
  const first = propose(entries, dayOf)
  const doubtful = entries
    .flatMap(amountsOf)
    .filter(({ other }) => other !== null)
    .slice(0, MOST_TOKENS)
  if (first.proof.isProven || doubtful.length === 0) return first
  let best = { proposal: first, swapped: [] as AmountToken[] }
  for (let round = 0; round < doubtful.length && !best.proposal.proof.isProven; round += 1) {
    const before = best
    for (const token of doubtful.filter((each) => !before.swapped.includes(each))) {
      const swapped = [...before.swapped, token]
      const proposal = propose(swap(entries, swapped), dayOf)
      if (proposal.proof.isProven || worth(proposal.proof) > worth(best.proposal.proof))
        best = { proposal, swapped }
      if (proposal.proof.isProven) break
    }
    if (best === before) break
  }
  const pairs = doubtful.flatMap((a, index) => doubtful.slice(index + 1).map((b) => [a, b]))
  for (const pair of best.proposal.proof.isProven ? [] : pairs) {
    const proposal = propose(swap(entries, [...best.swapped, ...pair]), dayOf)
    if (proposal.proof.isProven) return proposal
  }
  return best.proposal
}

const amountsOf = (entry: Entry): AmountToken[] =>
  entry.kind === 'balance' ? [entry.amount] : entry.kind === 'row' ? entry.amounts : []

const swap = (entries: readonly Entry[], tokens: readonly AmountToken[]): Entry[] => {
  const take = (amount: AmountToken) =>
    tokens.includes(amount) && amount.other ? { ...amount, ...amount.other } : amount
  return entries.map((entry) => {
    if (entry.kind === 'row') return { ...entry, amounts: entry.amounts.map(take) }
    return entry.kind === 'balance' ? { ...entry, amount: take(entry.amount) } : entry
  })
}

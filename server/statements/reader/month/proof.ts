/** A row or a balance printed between rows, in posting order. `balance` is null where none is printed. */
export type Step = { cents: number; balance: number | null; page: number; n: number }

/** `opening` and `closing` are null where the statement prints none. */
export type Claim = { opening: number | null; closing: number | null; steps: readonly Step[] }

/** `difference`: the printed balance minus the sum of the rows, in cents. */
type Break = { step: Step | null; difference: number }

export type Proof = {
  isProven: boolean
  /** the balance before the first row; null if nothing tells it */
  opening: number | null
  closing: number | null
  /** rows after which the printed balance is another one */
  breaks: Break[]
  /** printed balances that agree */
  agreeing: number
  /** closing - (opening + rows); null without both balances */
  difference: number | null
}

/**
 * A month adds up if opening + credits - debits = closing and each printed running balance agrees. Where a statement prints
 * no opening or closing balance, each row needs a balance, or the last row before each balance does.
 */
export function prove({ opening, closing, steps }: Claim): Proof {
  const first = opening ?? impliedOpening(steps)
  let balance = first
  const breaks: Break[] = []
  let agreeing = 0
  for (const step of steps) {
    if (balance !== null) balance += step.cents
    if (step.balance === null) continue
    if (balance === step.balance) agreeing += 1
    else if (balance !== null) breaks.push({ step, difference: step.balance - balance })
    balance = step.balance
  }
  const sum = steps.reduce((total, { cents }) => total + cents, 0)
  const difference = opening !== null && closing !== null ? closing - (opening + sum) : null
  const isClosed = closing === null ? steps.at(-1)?.balance != null : balance === closing
  if (closing !== null && balance !== null && difference === null && !isClosed)
    breaks.push({ step: steps.at(-1) ?? null, difference: closing - balance })
  const hasEvidence =
    difference !== null || (isClosed && steps.length > 1 && steps.every((step) => step.balance !== null))
  const isProven = hasEvidence && isClosed && breaks.length === 0 && (difference ?? 0) === 0 && first !== null
  return { isProven, opening: first, closing: balance, breaks, agreeing, difference }
}

/** Before the first row with a running balance. */
function impliedOpening(steps: readonly Step[]): number | null {
  let before = 0
  for (const { cents, balance } of steps) {
    before += cents
    if (balance !== null) return balance - before
  }
  return null
}

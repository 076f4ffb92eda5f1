/** Processor time for each request, in milliseconds. */
export type Cost = { node: number; postgres: number }

export type Requirement = { text: string; isMet: (bare: number, intake: number) => boolean }

export type Line = {
  work: string
  unit: '/s' | 's' | 'MB' | 'ms'
  bare: number
  intake: number
  ratio: number
  required: Requirement | null
  costs?: { bare: Cost; intake: Cost }
}

const ratio = (number: number): string => number.toFixed(2)

export const atLeast = (times: number): Requirement => ({
  text: `≥ ${ratio(times)} x bare`,
  isMet: (bare, intake) => intake >= times * bare,
})

export const atMost = (times: number): Requirement => ({
  text: `≤ ${ratio(times)} x bare`,
  isMet: (bare, intake) => intake <= times * bare,
})

export const atMostUnits = (most: number, unit: string): Requirement => ({
  text: `≤ ${most} ${unit}`,
  isMet: (_bare, intake) => intake <= most,
})

const WIDTHS = [58, 10, 10, 7, 14, 4, 15, 15]
const format = (cells: string[]): string =>
  cells
    .map((cell, index) =>
      index === 0 || index === 5 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0),
    )
    .join('  ')
    .trimEnd()

export const HEADING = [
  format(['', '', '', '', '', '', 'CPU ms/request: node + PostgreSQL']),
  format(['work', 'bare', 'Intake', 'ratio', 'required', 'ok?', 'bare', 'Intake']),
].join('\n')

export function formatLine({ work, unit, bare, intake, ratio: times, required, costs }: Line): string {
  const amount = (number: number) =>
    `${number < 10 ? number.toFixed(2) : number < 100 ? number.toFixed(1) : number.toFixed(0)} ${unit}`
  const cost = (each: Cost | undefined) =>
    each ? `${each.node.toFixed(2)} + ${each.postgres.toFixed(2)}` : ''
  return format([
    work,
    amount(bare),
    amount(intake),
    ratio(times),
    required?.text ?? '–',
    required ? (required.isMet(bare, bare * times) ? 'yes' : 'NO') : '–',
    cost(costs?.bare),
    cost(costs?.intake),
  ])
}

import { readFile, writeFile } from 'node:fs/promises'
import type { Line } from './line.ts'

/** The best ratio to bare that each row has reached, and when. */
type Figures = Record<string, { ratio: number; reached: string }>

const FILE = new URL('../figures.json', import.meta.url)
const LEAST = 0.85

/** @returns a sentence for each row that lost more than 15 %; keeps rows that are better or new in the file */
export async function checkFigures(lines: readonly Line[], today: string): Promise<string[]> {
  const figures: Figures = JSON.parse(await readFile(FILE, 'utf8'))
  const known = new Map(Object.entries(figures))
  const lost = lines.flatMap(({ work, unit, ratio }) => {
    const before = known.get(work)
    const isRate = unit === '/s'
    const kept = before === undefined ? 1 : isRate ? ratio / before.ratio : before.ratio / ratio
    if (before === undefined || kept > 1) known.set(work, { ratio: Number(ratio.toFixed(3)), reached: today })
    if (before === undefined || kept >= LEAST) return []
    return [
      `${work}: ${ratio.toFixed(2)} x bare, ${before.ratio.toFixed(2)} on ${before.reached} (${(kept * 100).toFixed(0)} %)`,
    ]
  })
  await writeFile(FILE, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`)
  return lost
}

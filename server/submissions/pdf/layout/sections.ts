import type { FormattedSection } from '#domain/catalogue/formatted-view'
import { pdfMessages } from '#domain/messages/pdf'
import { COLUMN_GAP, columnWidth, CONTENT_WIDTH, PAGE } from '../geometry.ts'
import type { PrintedSection } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { COLOURS, STYLES, type TextBlock } from './typeset.ts'

/** Fields that begin a row, so that an advance's company and its balance stand side by side. */
const ROW_STARTS: ReadonlySet<string> = new Set(['company1', 'company2', 'company3', 'company4'])

const SECTION_GAP = 10
const HEADING_GAP = 4
const GROUP_GAP = 4
const ROW_TOP = 2
const ROW_BOTTOM = 2
const COLUMNS = 3
/** A longer value takes the whole width. */
const COLUMN_LINES = 4
/** Minimum lines of a value before a page break. */
const FIRST_LINES = 2

export type Fact = { name?: string; label: string; value: string }
type Cell = { label: TextBlock; value: TextBlock }
type Row = { cells: Cell[]; isWide: boolean }

/** @param title in place of the form's */
export function drawSection(
  sheet: Sheet,
  section: FormattedSection | PrintedSection,
  title = section.title,
): void {
  let heading: string | null = title
  const begin = (needed: number): void => {
    if (heading === null) sheet.keep(needed)
    else drawHeading(sheet, heading, needed)
    heading = null
  }
  for (const group of section.groups) {
    const facts: readonly Fact[] = group.rows
    const columns = ('columns' in group ? group.columns : undefined) ?? COLUMNS
    const rows = gridRows(sheet, facts.filter(isAnswered), columns)
    if (rows.length === 0) continue
    const name = group.title === null ? null : sheet.set(group.title, STYLES.group, CONTENT_WIDTH)
    begin((name ? GROUP_GAP + name.height : 0) + firstHeight(rows[0]))
    if (name) {
      sheet.y += GROUP_GAP
      sheet.tag('H3', () => sheet.flow(name))
    }
    for (const row of rows) drawRow(sheet, row, columnWidth(columns))
  }
  const missing = section.groups.flatMap(unanswered)
  if (missing.length === 0) return
  const line = sheet.set(pdfMessages.notAnswered(missing.join('; ')), STYLES.small, CONTENT_WIDTH)
  begin(ROW_TOP + line.height)
  sheet.y += ROW_TOP
  sheet.tag('P', () => sheet.flow(line))
}

const isAnswered = ({ value }: Fact): boolean => value.trim() !== ''

function unanswered({ title, rows }: PrintedSection['groups'][number]): string[] {
  const labels = rows.filter((row) => !isAnswered(row)).map(({ label }) => label)
  if (labels.length === 0) return []
  if (title === null) return [labels.join(', ')]
  return [labels.length === rows.length ? title : `${title}: ${labels.join(', ')}`]
}

/** Keeps the heading on one page with the next `needed` points. */
export function drawHeading(sheet: Sheet, title: string, needed: number): void {
  const heading = sheet.set(title, STYLES.heading, CONTENT_WIDTH)
  sheet.keep(headingHeight(heading) + needed)
  if (sheet.y > PAGE.margin) sheet.y += SECTION_GAP
  sheet.tag('H2', () => sheet.flow(heading))
  sheet.y += 2
  sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 0.75, COLOURS.rule)
  sheet.y += HEADING_GAP - 2
}

export const headingHeight = ({ height }: Pick<TextBlock, 'height'>): number =>
  SECTION_GAP + height + HEADING_GAP

export function drawGrid(sheet: Sheet, facts: readonly Fact[], columns: number): void {
  for (const row of gridRows(sheet, facts, columns)) drawRow(sheet, row, columnWidth(columns))
}

function gridRows(sheet: Sheet, facts: readonly Fact[], columns: number): Row[] {
  const rows: Row[] = []
  for (const fact of facts) {
    const cell = toCell(sheet, fact, columnWidth(columns))
    const last = rows.at(-1)
    if (cell.value.lines.length > COLUMN_LINES)
      rows.push({ cells: [toCell(sheet, fact, CONTENT_WIDTH)], isWide: true })
    else if (last && !last.isWide && last.cells.length < columns && !ROW_STARTS.has(fact.name ?? ''))
      last.cells.push(cell)
    else rows.push({ cells: [cell], isWide: false })
  }
  return rows
}

const toCell = (sheet: Sheet, { label, value }: Fact, width: number): Cell => ({
  label: sheet.set(label, STYLES.label, width),
  value: sheet.set(value.trim() || pdfMessages.noAnswer, STYLES.text, width),
})

/** The part of a row that must fit on one page; a wide row may continue on the next. */
function firstHeight(row: Row | undefined): number {
  if (!row) return 0
  const heights = row.cells.map(({ label, value }) => {
    const lines = row.isWide ? Math.min(value.lines.length, FIRST_LINES) : value.lines.length
    return label.height + lines * value.style.leading
  })
  return ROW_TOP + Math.max(...heights) + ROW_BOTTOM
}

function drawRow(sheet: Sheet, { cells, isWide }: Row, width: number): void {
  sheet.keep(firstHeight({ cells, isWide }))
  sheet.y += ROW_TOP
  const [first] = cells
  if (isWide && first) sheet.tag('P', () => sheet.flow(first.label, first.value))
  else
    sheet.y += Math.max(...cells.map((cell, column) => drawCell(sheet, cell, column * (width + COLUMN_GAP))))
  sheet.y += ROW_BOTTOM
  sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 0.5, COLOURS.line)
}

function drawCell(sheet: Sheet, { label, value }: Cell, left: number): number {
  sheet.tag('P', () => sheet.draw(PAGE.margin + left, sheet.y, label, value))
  return label.height + value.height
}

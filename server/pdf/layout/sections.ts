import type { FormattedGroup, FormattedRow, FormattedSection } from '#domain/catalogue/formatted-view'
import { pdfMessages } from '#domain/messages/pdf'
import { COLUMN_GAP, COLUMN_WIDTH, CONTENT_WIDTH, PAGE } from '../geometry.ts'
import type { Sheet } from './page.ts'
import { COLOURS, STYLES, type TextBlock } from './typeset.ts'

/** Fields that begin a row, so that an advance's company and its balance stand side by side. */
const ROW_STARTS: ReadonlySet<string> = new Set(['company1', 'company2', 'company3', 'company4'])

const SECTION_GAP = 16
const HEADING_GAP = 5
const GROUP_GAP = 8
const ROW_TOP = 4
const ROW_BOTTOM = 3
/** A longer value takes both columns. */
const COLUMN_LINES = 3
/** Minimum lines of a value before a page break. */
const FIRST_LINES = 2

type Cell = { label: TextBlock; value: TextBlock }
type Row = { cells: Cell[]; isWide: boolean }

export function drawSection(sheet: Sheet, section: FormattedSection): void {
  section.groups.forEach((group, index) => {
    const rows = gridRows(sheet, group)
    const title = group.title === null ? null : sheet.set(group.title, STYLES.group, CONTENT_WIDTH)
    const needed = (title ? GROUP_GAP + title.height : 0) + firstHeight(rows[0])
    if (index === 0) drawHeading(sheet, section.title, needed)
    else sheet.keep(needed)
    if (title) {
      sheet.y += GROUP_GAP
      sheet.flow(title)
    }
    for (const row of rows) drawRow(sheet, row)
  })
}

/** Keeps the heading on one page with the next `needed` points. */
export function drawHeading(sheet: Sheet, title: string, needed: number): void {
  const heading = sheet.set(title, STYLES.heading, CONTENT_WIDTH)
  sheet.keep(SECTION_GAP + heading.height + HEADING_GAP + needed)
  if (sheet.y > PAGE.margin) sheet.y += SECTION_GAP
  sheet.flow(heading)
  sheet.y += 2
  sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 0.75, COLOURS.rule)
  sheet.y += HEADING_GAP - 2
}

function gridRows(sheet: Sheet, group: FormattedGroup): Row[] {
  const rows: Row[] = []
  for (const row of group.rows) {
    const cell = toCell(sheet, row, COLUMN_WIDTH)
    const last = rows.at(-1)
    if (cell.value.lines.length > COLUMN_LINES)
      rows.push({ cells: [toCell(sheet, row, CONTENT_WIDTH)], isWide: true })
    else if (last && !last.isWide && last.cells.length === 1 && !ROW_STARTS.has(row.name))
      last.cells.push(cell)
    else rows.push({ cells: [cell], isWide: false })
  }
  return rows
}

const toCell = (sheet: Sheet, row: FormattedRow, width: number): Cell => ({
  label: sheet.set(row.label, STYLES.label, width),
  value: sheet.set(row.value.trim() || pdfMessages.noAnswer, STYLES.text, width),
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

function drawRow(sheet: Sheet, row: Row): void {
  sheet.keep(firstHeight(row))
  sheet.y += ROW_TOP
  const [first] = row.cells
  if (row.isWide && first) {
    sheet.flow(first.label, first.value)
    sheet.y += ROW_BOTTOM
    sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 0.5, COLOURS.line)
    return
  }
  const places = row.cells.map((cell, column) => ({
    ...cell,
    x: PAGE.margin + column * (COLUMN_WIDTH + COLUMN_GAP),
  }))
  const heights = places.map(({ label, value, x }) => sheet.draw(x, sheet.y, label, value))
  sheet.y += Math.max(...heights) + ROW_BOTTOM
  for (const { x } of places) sheet.rule(x, sheet.y, COLUMN_WIDTH, 0.5, COLOURS.line)
}

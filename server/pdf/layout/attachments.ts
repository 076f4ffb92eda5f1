import { formatSize } from '#domain/files'
import { pdfMessages } from '#domain/messages/pdf'
import { formatTime } from '#domain/time-zone'
import { CONTENT_WIDTH } from '../geometry.ts'
import type { PrintedAttachments } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { drawHeading } from './sections.ts'
import { STYLES } from './typeset.ts'

const GAP = 2

export function drawAttachments(
  sheet: Sheet,
  { asOf, statements, files }: PrintedAttachments,
  timeZone: string,
): void {
  const blocks = files.map(({ name, kind, size, digest }) => {
    const facts = [kind, formatSize(size), ...(digest === null ? [] : [pdfMessages.digest(digest)])]
    const lines = [
      sheet.set(name, STYLES.terms, CONTENT_WIDTH),
      sheet.set(facts.join(' · '), STYLES.tiny, CONTENT_WIDTH),
    ]
    return { lines, height: GAP + lines.reduce((sum, { height }) => sum + height, 0) }
  })
  const [first] = blocks
  if (!first) return
  drawHeading(sheet, pdfMessages.attachments(formatTime(asOf, timeZone), statements), first.height)
  for (const { lines, height } of blocks) {
    sheet.keep(height)
    sheet.y += GAP
    sheet.tag('P', () => sheet.flow(...lines))
  }
}

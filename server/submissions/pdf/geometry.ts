import { LIMITS } from '#domain/limits'

/** US Letter with margins of 0.75 inch, in points */
export const PAGE = { width: 612, height: 792, margin: 54 } as const
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin
export const COLUMN_GAP = 24
export const columnWidth = (count: number): number => (CONTENT_WIDTH - (count - 1) * COLUMN_GAP) / count
export const COLUMN_WIDTH = columnWidth(2)

const { width, height } = LIMITS.signatureCanvas
export const SIGNATURE_BOX = { width: COLUMN_WIDTH, height: (COLUMN_WIDTH * height) / width }

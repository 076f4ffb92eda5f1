import { PdfArray, PdfDict, PdfNumber, PdfStream, type PdfObject, type PdfRef } from '@libpdf/core'
import type { Box } from './page-place.ts'

export type Resolver = (ref: PdfRef) => PdfObject | null

const DEEPEST = 50

/** An entry of the page or of the tree above it. */
export function inherited(page: PdfDict, key: string, resolve: Resolver): PdfObject | undefined {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < DEEPEST; depth += 1) {
    const found = node.get(key, resolve)
    if (found && found.type !== 'null') return found
    node = node.getDict('Parent', resolve)
  }
  return undefined
}

export function boxOf(page: PdfDict, key: 'MediaBox' | 'CropBox', resolve: Resolver): Box | null {
  const found = inherited(page, key, resolve)
  if (!(found instanceof PdfArray)) return null
  const [left, bottom, right, top] = [...found]
    .map((each) => (each.type === 'ref' ? resolve(each) : each))
    .map((each) => (each instanceof PdfNumber ? each.value : NaN))
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return null
  const isBox = [left, bottom, right, top].every(Number.isFinite) && left !== right && bottom !== top
  return isBox ? [left, bottom, right, top] : null
}

/** Clockwise, 0 to 270. */
export function rotationOf(page: PdfDict, resolve: Resolver): number {
  const found = inherited(page, 'Rotate', resolve)
  const degrees = found instanceof PdfNumber ? found.value : 0
  return degrees % 90 === 0 ? ((degrees % 360) + 360) % 360 : 0
}

/** The page's streams, as references where they are. */
export function contentsOf(page: PdfDict, resolve: Resolver): PdfObject[] {
  const found = page.get('Contents', resolve)
  if (found instanceof PdfArray) return [...found]
  const own = page.get('Contents')
  return found instanceof PdfStream && own ? [own] : []
}

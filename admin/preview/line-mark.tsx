import { Box } from '@mui/material'

/** `top` and `bottom` of a line, in points from the page's top. */
export type PageMark = { page: number; top?: number; bottom?: number }

const MARGIN = 2

/** A page is drawn again each time that it comes near, and scrolled to once. */
const shown = new WeakSet<PageMark>()

function scrollOnce(element: HTMLElement | null, mark: PageMark): void {
  if (element === null || shown.has(mark)) return
  shown.add(mark)
  element.scrollIntoView({ block: 'center' })
}

/** @param height of the page, in points */
export const LineMark = ({ mark, height }: { mark: PageMark; height: number }) => {
  const { top, bottom = top } = mark
  if (top === undefined || bottom === undefined) return null
  return (
    <Box
      ref={(element: HTMLElement | null) => scrollOnce(element, mark)}
      data-mark
      sx={{
        position: 'absolute',
        left: 0,
        right: 0,
        top: `${((top - MARGIN) / height) * 100}%`,
        height: `${((bottom - top + 2 * MARGIN) / height) * 100}%`,
        border: 2,
        borderColor: 'warning.main',
        pointerEvents: 'none',
      }}
    />
  )
}

import { Box } from '@mui/material'

/** `top` and `bottom` of a line, in points from the page's top. */
export type PageMark = { page: number; top?: number; bottom?: number }

const MARGIN = 2

const scrollTo = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' })

/** @param height of the page, in points */
export const LineMark = ({ mark: { top, bottom = top }, height }: { mark: PageMark; height: number }) =>
  top !== undefined &&
  bottom !== undefined && (
    <Box
      ref={scrollTo}
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

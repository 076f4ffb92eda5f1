/**
 * While an ancestor is not displayed, a chart takes the `100%` that it is given as 100 pixels, which leave its bars and
 * lines a negative width. With `auto` it waits until it is displayed.
 */
export const chartStyle = {
  '& .MuiChartsSurface-root': { width: 'auto', minWidth: 200, justifySelf: 'stretch' },
}

/** Pixels of the lower axis. With fewer, dates in a higher font than usual would not be drawn. */
export const AXIS_HEIGHT = 36

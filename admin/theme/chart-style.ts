/**
 * While an ancestor is not displayed, a chart takes the `100%` that it is given as 100 pixels, which leave its bars and
 * lines a negative width. With `auto` it waits until it is displayed.
 */
export const chartStyle = {
  '& .MuiChartsSurface-root': { width: 'auto', minWidth: 200, justifySelf: 'stretch' },
}

/** Of the lower axis. Labels of fonts that are higher than the default leaves room for would lose their text. */
export const AXIS_HEIGHT = 36

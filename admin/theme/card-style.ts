import type { Tokens } from './tokens.ts'

/** A row on narrow screens. `::before` breaks the line, `::after` keeps the actions at the right. */
export function createCardStyle(t: Tokens) {
  const cutOff = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
  return {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 4,
    padding: '8px 16px',
    borderBottom: `1px solid ${t.line}`,
    '&:last-of-type': { borderBottom: 0 },
    '&::before': { content: '""', order: 3, flexBasis: '100%' },
    '&::after': { content: '""', order: 5, flex: '1 1 0' },
    '& > .MuiTableCell-root': {
      display: 'block',
      padding: 0,
      border: 0,
      height: 'auto',
      lineHeight: '28px',
    },
    '& > .MuiTableCell-root time': { display: 'inline', whiteSpace: 'nowrap' },
    '& .MuiSkeleton-root': { display: 'inline-block', verticalAlign: 'middle' },
    '& > .card-select': { order: 0, margin: '-8px 0 -8px -10px' },
    '& .select-item': { padding: 10 },
    '& > .card-title': { order: 1, flex: '1 1 0', ...cutOff },
    // Cut off at the end of the text, which in Arabic and Hebrew is left.
    '& > :is(.card-title, .card-subtitle, .card-extra) span[dir]': {
      display: 'inline-block',
      maxWidth: '100%',
      verticalAlign: 'bottom',
      ...cutOff,
    },
    '& > :is(.card-aside, .card-subtitle, .card-extra)': { color: t.muted, fontSize: 13 },
    '& > .card-aside': { order: 2, marginLeft: 8 },
    // Each takes the width of its text; the first has priority.
    '& > :is(.card-subtitle, .card-extra)': {
      order: 4,
      flex: '1000000 1 0',
      maxWidth: 'max-content',
      ...cutOff,
    },
    // A figure without its end would be another one.
    '& > .card-subtitle.MuiTableCell-alignRight': { minWidth: 'max-content' },
    '& > .card-subtitle ~ .card-subtitle, & > .card-extra': {
      flexGrow: 1000,
      '&::before': { content: '"· "' },
    },
    '& > .card-extra': { '@media (max-width: 599.95px)': { display: 'none' } },
    '& > .card-actions': { order: 6, marginLeft: 4 },
  }
}

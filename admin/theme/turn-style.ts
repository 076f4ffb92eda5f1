/** A button that turns pages; `aria-disabled` at either end keeps its focus. */
export const turnStyle = {
  minHeight: 36,
  whiteSpace: 'nowrap',
  '& .MuiButton-icon': { display: { xs: 'none', sm: 'inherit' } },
  '&[aria-disabled="true"]': { color: 'text.disabled', borderColor: 'divider', cursor: 'default' },
}

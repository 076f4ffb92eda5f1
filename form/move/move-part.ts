export { MoveDialog } from './move-dialog.tsx'
export { TakePage } from './take-page.tsx'

export { ReceiptLine } from './receipt-line.tsx'
export { ReceiptPage } from './receipt-page.tsx'
export { StatusPage } from './status-page.tsx'

export { ReceiptLine, ReceiptPage } from './receipt-page.tsx'
export { StatusPage } from './status-page.tsx'

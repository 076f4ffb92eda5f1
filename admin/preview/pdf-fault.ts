export type PdfFaultReason = 'locked' | 'wrong-password' | 'broken'

/** Why a PDF is not shown. Apart from pdf-reader, so that whoever catches it does not load pdf.js for it. */
export class PdfFault extends Error {
  readonly reason: PdfFaultReason

  constructor(reason: PdfFaultReason, cause: unknown) {
    super(reason, { cause })
    this.name = 'PdfFault'
    this.reason = reason
  }
}

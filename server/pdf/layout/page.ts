import PDFDocument from 'pdfkit'
import { PAGE } from '../geometry.ts'
import { drawLine, type TextBlock } from './typeset.ts'

const TOP = PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin

export type DocumentInfo = { title: string; author: string; subject: string; createdAt: Date }

export class Sheet {
  readonly document: PDFKit.PDFDocument
  /** points from the top of the page to the next line */
  y: number = TOP

  constructor(info: DocumentInfo) {
    this.document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      // Keeps pdfkit from starting pages.
      margin: 0,
      // Footers need the number of pages.
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      info: {
        Title: info.title,
        Author: info.author,
        Subject: info.subject,
        Creator: 'Intake',
        Producer: 'Intake',
        // Not the present time, so that the same application gives the same file.
        CreationDate: info.createdAt,
      },
    })
  }

  get room(): number {
    return BOTTOM - this.y
  }

  /** Starts a new page unless `height` points are left on this one. */
  keep(height: number): void {
    if (height > this.room && this.y > TOP) this.newPage()
  }

  newPage(): void {
    this.document.addPage()
    this.y = TOP
  }

  flow(block: TextBlock, x: number = PAGE.margin): void {
    for (const line of block.lines) {
      this.keep(block.style.leading)
      drawLine(this.document, block, line, x, this.y)
      this.y += block.style.leading
    }
  }

  rule(x: number, y: number, width: number, weight: number, colour: string): void {
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(colour)
      .stroke()
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Buffer[] = []
    this.document.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => {
      this.document.once('end', resolve).once('error', reject)
    })
    this.document.end()
    await ended
    return Uint8Array.from(Buffer.concat(chunks))
  }
}

import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { PAGE } from '../geometry.ts'
import { setText, type Style, type TextBlock } from './typeset.ts'

const TOP = PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin

export class Sheet {
  readonly document: PDFKit.PDFDocument
  /** points from the top of the page to the next line */
  y: number = TOP

  constructor(info: { Title: string; Author: string; Subject: string; CreationDate: Date }) {
    this.document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      // Keeps pdfkit from starting pages.
      margin: 0,
      // Footers need the number of pages.
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      info: { ...info, Creator: 'Intake', Producer: 'Intake' },
    })
  }

  /** Starts a new page unless `height` points are left on this one. */
  keep(height: number): void {
    if (height <= BOTTOM - this.y || this.y <= TOP) return
    this.document.addPage()
    this.y = TOP
  }

  set(text: string, style: Style, width: number): TextBlock {
    return setText(this.document, text, style, width)
  }

  /** Draws blocks below each other with their top left corner at (x, y). @returns their height */
  draw(x: number, y: number, ...blocks: TextBlock[]): number {
    let height = 0
    for (const block of blocks) {
      block.lines.forEach((line, index) =>
        this.#drawLine(block, line, x, y + height + index * block.style.leading),
      )
      height += block.height
    }
    return height
  }

  /** Draws blocks from `y` on, over as many pages as they need. */
  flow(...blocks: TextBlock[]): void {
    for (const block of blocks) {
      for (const line of block.lines) {
        this.keep(block.style.leading)
        this.#drawLine(block, line, PAGE.margin, this.y)
        this.y += block.style.leading
      }
    }
  }

  #drawLine({ face, style }: TextBlock, line: string, x: number, y: number): void {
    const baseline = y + style.leading / 2 + style.size * 0.36
    this.document
      .font(face, style.size)
      .fillColor(style.colour)
      .text(line, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
  }

  /** The width of the widest line. */
  measure({ face, style, lines }: TextBlock): number {
    this.document.font(face, style.size)
    return Math.max(0, ...lines.map((line) => this.document.widthOfString(line)))
  }

  rule(x: number, y: number, width: number, weight: number, colour: string): void {
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(colour)
      .stroke()
  }

  finish(): Promise<Buffer> {
    this.document.end()
    return buffer(this.document)
  }
}

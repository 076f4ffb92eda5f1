import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { PAGE } from '../geometry.ts'
import { setText, type Style, type TextBlock } from './typeset.ts'

const TOP = PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin

type TagOptions = { alt?: string; lang?: string }

/** Draws into a tagged PDF: what no tag encloses is an artifact. */
export class Sheet {
  readonly document: PDFKit.PDFDocument
  /** points from the top of the page to the next line */
  y: number = TOP
  readonly #root: PDFKit.PDFStructureElement
  #tag: { name: string; element: PDFKit.PDFStructureElement } | null = null

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
      tagged: true,
      font: '',
      info: { ...info, Creator: 'Intake', Producer: 'Intake' },
    })
    this.#root = this.document.struct('Document')
    this.document.addStructure(this.#root)
  }

  /** Starts a new page unless `height` points are left on this one. */
  keep(height: number): void {
    if (height <= BOTTOM - this.y || this.y <= TOP) return
    this.document.addPage()
    this.y = TOP
  }

  /** Whether `height` fits on a page at all. */
  keepWhole(height: number): void {
    if (height <= BOTTOM - TOP) this.keep(height)
  }

  /** All that `work` draws is one element of the document's structure. */
  tag(name: string, work: () => void, options: TagOptions = {}): void {
    const element = this.document.struct(name, options)
    this.#root.add(element)
    this.#tag = { name, element }
    work()
    this.#tag = null
  }

  mark(draw: () => void): void {
    if (!this.#tag) this.document.markContent('Artifact', { type: 'Layout' })
    else this.#tag.element.add(this.document.markStructureContent(this.#tag.name))
    draw()
    this.document.endMarkedContent()
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
    this.mark(() =>
      this.document
        .font(face, style.size)
        .fillColor(style.colour)
        .text(line, x, baseline, { lineBreak: false, baseline: 'alphabetic' }),
    )
  }

  /** The width of the widest line. */
  measure({ face, style, lines }: TextBlock): number {
    this.document.font(face, style.size)
    return Math.max(0, ...lines.map((line) => this.document.widthOfString(line)))
  }

  /** Embeds a JSON file. */
  attach(name: string, json: string, at: Date): void {
    const dates = { creationDate: at, modifiedDate: at }
    this.document.file(Buffer.from(json), { name, type: 'application/json', ...dates })
  }

  rule(x: number, y: number, width: number, weight: number, colour: string): void {
    this.mark(() =>
      this.document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(weight)
        .strokeColor(colour)
        .stroke(),
    )
  }

  finish(): Promise<Buffer> {
    this.#root.end()
    this.document.end()
    return buffer(this.document)
  }
}

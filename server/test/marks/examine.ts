import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { markMessages } from '#domain/messages/mark'
import type { Mark, Marker } from '../../marks/marker.ts'
import { readPieces } from '../../marks/pdf-mark.ts'
import { withPdf } from '../../statements/reader/pdf/open-pdf.ts'
import { through } from './pdfs.ts'

export type Examined = {
  pages: number
  ms: number
  /** pages that show the line, as each reader has it */
  shown: Record<'pdf.js' | 'poppler' | 'mupdf', number>
  /** the number that does not show, and the number that a trace finds, as marked and after each program */
  hidden: string[]
  traced: string[]
}

/** Marks a file, has three readers open the copy, and traces it as it is and as two programs save it. */
export async function examine(marker: Marker, pdf: Uint8Array, mark: Mark): Promise<Examined> {
  const began = performance.now()
  const marked = await marker.mark(Buffer.from(pdf), 'application/pdf', mark)
  const ms = Math.round(performance.now() - began)
  const line = markMessages.line(mark).replace(/\s+/g, ' ')
  const isShown = (text: string) => text.replace(/\s+/g, ' ').includes(line)
  const texts = await withPdf(new Uint8Array(marked), async (open) => {
    const found: string[] = []
    for (let number = 1; number <= open.numPages; number += 1) {
      const { items } = await (await open.getPage(number)).getTextContent()
      found.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    return found
  })
  const saved = [
    marked,
    through(marked, 'qpdf', '--linearize', 'IN', 'OUT'),
    through(marked, 'mutool', 'clean', 'IN', 'OUT'),
  ]
  const [hidden, traced]: [string[], string[]] = [[], []]
  for (const copy of saved) {
    hidden.push((await readPieces(copy))[0] ?? '')
    traced.push((await marker.read(Buffer.from(copy)))[0] ?? '')
  }
  const byPage = (text: string) => text.split('\f').filter(isShown).length
  return {
    pages: texts.length,
    ms,
    shown: {
      'pdf.js': texts.filter(isShown).length,
      poppler: byPage(printed(marked, 'pdftotext', '-raw', 'IN', '-')),
      mupdf: byPage(printed(marked, 'mutool', 'draw', '-q', '-F', 'txt', '-o', '-', 'IN')),
    },
    hidden,
    traced,
  }
}

/** What a program prints; it must not complain. */
function printed(pdf: Uint8Array, program: string, ...args: string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-marks-'))
  try {
    const file = path.join(folder, 'in.pdf')
    writeFileSync(file, pdf)
    const named = args.map((arg) => (arg === 'IN' ? file : arg))
    return execFileSync(program, named, { encoding: 'utf8', maxBuffer: 100_000_000, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { getDocument, ImageKind, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'

// PDFs read back by pdf.js, which had no part in writing them.

type Word = { text: string; left: number; right: number; bottom: number }

async function open<T>(pdf: Buffer, read: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  try {
    return await read(await task.promise)
  } finally {
    await task.destroy()
  }
}

const pages = (document: PDFDocumentProxy) =>
  Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)))

/** The words of each page; positions are points from the left and top of the page, with the letters' descent. */
const wordsByPage = (pdf: Buffer): Promise<Word[][]> =>
  open(pdf, async (document) =>
    Promise.all(
      (await pages(document)).map(async (page) => {
        const { items, styles } = await page.getTextContent()
        const [, , , top = 0] = page.view
        return items.flatMap((item): Word[] => {
          if (!('str' in item)) return []
          const [, , , size = 0, left = 0, baseline = 0] = item.transform as number[]
          const bottom = top - baseline - size * (styles[item.fontName]?.descent ?? 0)
          const perLetter = item.width / Math.max(1, item.str.length)
          return [...item.str.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
            text,
            left: left + index * perLetter,
            right: left + (index + text.length) * perLetter,
            bottom,
          }))
        })
      }),
    ),
  )

export const words = async (pdf: Buffer): Promise<Word[]> => (await wordsByPage(pdf)).flat()

/** The text of each page, line by line. */
export const pageTexts = async (pdf: Buffer): Promise<string[]> =>
  (await wordsByPage(pdf)).map((all) => {
    const lines = new Map<number, Word[]>()
    for (const word of all) {
      const height = Math.round(word.bottom)
      lines.set(height, [...(lines.get(height) ?? []), word])
    }
    return [...lines]
      .sort(([a], [b]) => a - b)
      .map(([, line]) =>
        line
          .sort((a, b) => a.left - b.left)
          .map(({ text }) => text)
          .join(' '),
      )
      .join('\n')
  })

/** All text in one line, so that a test need not know where lines break. */
export const wholeText = async (pdf: Buffer): Promise<string> =>
  (await pageTexts(pdf)).join(' ').replace(/\s+/g, ' ')

/** Its title, the size of its first page in points, and whether it holds scripts. */
export const documentInfo = (pdf: Buffer): Promise<{ title: unknown; size: number[]; scripts: boolean }> =>
  open(pdf, async (document) => {
    const { info } = await document.getMetadata()
    const title = 'Title' in info ? info.Title : undefined
    const [first] = await pages(document)
    const actions = [await document.getJSActions(), await document.getOpenAction()]
    return { title, size: first?.view ?? [], scripts: actions.some((action) => action !== null) }
  })

type Node = { role: string; alt?: string; children: (Node | { type: string })[] }

/** The roles of the document's elements, and what describes its pictures. */
export const structure = (pdf: Buffer): Promise<{ roles: string[]; alts: string[] }> =>
  open(pdf, async (document) => {
    const trees = await Promise.all(
      (await pages(document)).map((page) => page.getStructTree() as Promise<Node>),
    )
    const flat = ({ children, ...node }: Node): Omit<Node, 'children'>[] => [
      node,
      ...children.flatMap((child) => ('role' in child ? flat(child) : [])),
    ]
    const nodes = trees.flatMap(flat).filter(({ role }) => role !== 'Root' && role !== 'Document')
    return { roles: nodes.map(({ role }) => role), alts: nodes.flatMap(({ alt }) => alt ?? []) }
  })

/** The pictures, as PNG. */
export const images = (pdf: Buffer): Promise<Buffer[]> =>
  open(pdf, async (document) => {
    const found: Buffer[] = []
    for (const page of await pages(document)) {
      const { fnArray, argsArray } = await page.getOperatorList()
      for (const [index, operation] of fnArray.entries()) {
        if (operation !== OPS.paintImageXObject) continue
        const [name] = argsArray[index] as [string]
        const picture = await new Promise<Picture>((resolve) =>
          (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve),
        )
        found.push(await toPng(picture))
      }
    }
    return found
  })

type Picture = { data: Uint8ClampedArray; width: number; height: number; kind: number }

const toPng = ({ data, width, height, kind }: Picture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: kind === ImageKind.RGBA_32BPP ? 4 : 3 } })
    .png()
    .toBuffer()

import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { flagMessages } from '#domain/messages/statement-reading'
import type { StatementFlag } from '#domain/statement-reading'
import { addDays } from '../text/dates.ts'

/** What a file tells about how it was made. Days are ISO. */
export type FileHistory = {
  editor: string | null
  made: string | null
  changed: string | null
  isSavedAgain: boolean
  /** pages that later parts of the file replace; [null] where they cannot be told */
  updatedPages: (number | null)[]
}

const EDITORS =
  /ilovepdf|pdfescape|sejda|sambox|smallpdf|pdf24|phantompdf|foxit|nitro|pdfelement|wondershare|acrobat(?! distiller)|adobe pdf library.*acrobat|pdf-?xchange|soda ?pdf|pdffiller|dochub|lightpdf|pdf ?candy|inkscape|illustrator|photoshop|indesign|gimp|canva|libreoffice|openoffice|microsoft.{0,3} (office )?word|wps (office|writer|pdf)|pdfsam|infix|master pdf|pdf architect|pdf expert|scribus|coreldraw|affinity|xodo|bluebeam|able2extract|pdf ?studio|pdfcreator|pdf-?editor|edit ?pdf/i
/** Adobe's makers give a new file two identifiers. */
const TWO_IDENTIFIERS = /distiller|adobe/i
const HOUR = 3_600_000
const SIGNATURE = /\/ByteRange\s*\[\s*0\s+\d+|\/Type\s*\/(DSS|DocTimeStamp)\b/
const OBJECT = /(?:^|[\r\n])(\d+) \d+ obj\b([^]*?)(?=endobj|$)/g
const CONTENT = /\/Contents\s*(\[[^\]]*\]|\d+ \d+ R)/

export async function readHistory(pdf: PDFDocumentProxy, bytes: Uint8Array): Promise<FileHistory> {
  const { info, metadata } = await pdf.getMetadata()
  const fields = new Map<string, unknown>(Object.entries(info))
  const text = (name: string, xmp: string): string => {
    const value = fields.get(name) ?? (metadata?.get(xmp) as unknown)
    return typeof value === 'string' ? value : ''
  }
  const programs = [
    text('Producer', 'pdf:producer'),
    text('Creator', 'xmp:creatortool'),
    String(metadata?.get('xmp:creatortool') ?? ''),
  ]
  const made = parsePdfDate(text('CreationDate', 'xmp:createdate'))
  const changes = [text('ModDate', 'xmp:modifydate'), String(metadata?.get('xmp:modifydate') ?? '')].map(
    parsePdfDate,
  )
  const changed = made === null ? null : (changes.find((time) => time !== null && time - made > HOUR) ?? null)
  const [first, second] = pdf.fingerprints
  return {
    editor: programs.find((program) => EDITORS.test(program)) ?? null,
    made: made === null ? null : toIso(made),
    changed: changed === null ? null : toIso(changed),
    isSavedAgain:
      second != null && first !== second && !programs.some((program) => TWO_IDENTIFIERS.test(program)),
    updatedPages: await findUpdates(pdf, bytes),
  }
}

const toIso = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** 'D:20260731063755Z', 'D:20260731063755-05'00'', or ISO. */
function parsePdfDate(text: string): number | null {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] =
    /^(?:D:)?(\d{4})-?(\d\d)?-?(\d\d)?T?(\d\d)?:?(\d\d)?:?(\d\d)?(?:\.\d+)?(Z|[+-]\d\d'?:?\d\d)?/.exec(
      text,
    ) ?? []
  const offset = zone.replace(/[':]/g, '')
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3)}`}`
  const time = Date.parse(iso)
  return year === undefined || Number.isNaN(time) ? null : time
}

/**
 * Parts appended to a finished file (ISO 32000-1, 7.5.6), but for those that sign it. A linearized file begins with a
 * cross-reference section of its own, whose offset is 0.
 */
async function findUpdates(pdf: PDFDocumentProxy, bytes: Uint8Array): Promise<(number | null)[]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const ends = [...text.matchAll(/startxref(?:\s|%[^\r\n]*)+?(\d+)(?=\s)/g)]
    .filter(([, offset]) => Number(offset) > 0)
    .map(({ index, 0: all }) => index + all.length)
  const parts = ends
    .slice(1)
    .map((end, index) => ({ before: text.slice(0, ends[index]), part: text.slice(ends[index], end) }))
    .filter(({ before, part }) => !SIGNATURE.test(part) || changesPages(before, part))
    .map(({ part }) => part)
  if (parts.length === 0) return []
  const objects = new Set(
    parts.flatMap((part) =>
      [...part.matchAll(/(?:^|[\r\n])(\d+) \d+ obj\b/g)].map(([, number]) => Number(number)),
    ),
  )
  const pages: number[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { ref } = await pdf.getPage(number)
    if (ref && objects.has(ref.num)) pages.push(number)
  }
  return pages.length > 0 ? pages : [null]
}

/** Whether an update replaces what a page shows. A signature only adds fields to pages. */
function changesPages(before: string, part: string): boolean {
  const old = new Map([...before.matchAll(OBJECT)].map(([, number, body = '']) => [number, body]))
  return [...part.matchAll(OBJECT)].some(([, number, body = '']) => {
    const was = old.get(number) ?? ''
    const isPage = /\/Type\s*\/Page\b/.test(was + body)
    return /\bstream\r?\n/.test(was) || (isPage && CONTENT.exec(was)?.[1] !== CONTENT.exec(body)?.[1])
  })
}

/** @param lastRow the day of the last transaction */
export function flagHistory(history: FileHistory, lastRow: string | null): StatementFlag[] {
  const { editor, made, changed, isSavedAgain, updatedPages } = history
  const texts = [
    editor === null ? null : flagMessages.editor(editor),
    made === null || changed === null ? null : flagMessages.changedLater(made, changed),
    isSavedAgain && changed === null && updatedPages.length === 0 ? flagMessages.savedAgain : null,
    // A file may be made in another time zone.
    made !== null && lastRow !== null && addDays(made, 1) < lastRow
      ? flagMessages.madeEarly(made, lastRow)
      : null,
  ]
  return [
    ...updatedPages.map((page) => ({ kind: 'file_updated' as const, page, text: flagMessages.updated })),
    ...texts.flatMap((text) =>
      text === null ? [] : [{ kind: 'editor_metadata' as const, page: null, text }],
    ),
  ]
}

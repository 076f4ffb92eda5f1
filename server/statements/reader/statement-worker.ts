import type { MessagePort } from 'node:worker_threads'
import { notReadMessages as because } from '#domain/messages/statement-reading'
import { STATEMENT_LIMITS } from '#domain/limits'
import { TooLargeError } from './pdf/bounded-streams.ts'
import { pagePicture } from './pdf/page-picture.ts'
import { TooMuchTextError } from './pdf/painter.ts'
import { readPdf, type PdfContent } from './pdf/read-pdf.ts'
import { openPhoto, type PagePicture } from './pdf/straighten.ts'
import { glanceAt, isLocked, type Glance } from './glance.ts'
import { unlock, type Unlocked } from './pdf/unlock.ts'
import { readLines, unread } from './read-file.ts'
import type { FileReading } from './reading.ts'
import type { Line } from './text/lines.ts'

/** A photo has no `page` and no `content`; `lines` are those recognized. */
export type ReaderTask =
  | { step: 'read'; bytes: Uint8Array; begun: MessagePort }
  | { step: 'picture'; bytes: Uint8Array; page: number | null; begun: MessagePort }
  | { step: 'lines'; lines: Line[]; content: PdfContent | null; begun: MessagePort }
  | { step: 'glance'; bytes: Uint8Array; begun: MessagePort }
  | { step: 'unlock'; bytes: Uint8Array; password: string; begun: MessagePort }

export type ReaderResult =
  | { kind: 'reading'; reading: FileReading }
  /** pages that wait to be recognized */
  | { kind: 'scans'; content: PdfContent }
  | { kind: 'picture'; picture: PagePicture }
  | { kind: 'glance'; glance: Glance }
  | { kind: 'unlocked'; bytes: Unlocked }

export default async function work(task: ReaderTask): Promise<ReaderResult> {
  task.begun.postMessage(null)
  switch (task.step) {
    case 'read':
      return readBytes(task.bytes)
    case 'picture':
      return { kind: 'picture', picture: await openPicture(task.bytes, task.page) }
    case 'glance':
      return { kind: 'glance', glance: await glanceAt(task.bytes) }
    case 'unlock':
      return { kind: 'unlocked', bytes: await unlock(task.bytes, task.password) }
    case 'lines': {
      const { lines, content } = task
      const all = content ? [...content.lines, ...lines].sort((a, b) => a.page - b.page || a.n - b.n) : lines
      return { kind: 'reading', reading: readLines(all, content?.pages ?? 1, content) }
    }
  }
}

const openPicture = (bytes: Uint8Array, page: number | null): Promise<PagePicture> =>
  page === null ? openPhoto(bytes.slice()) : pagePicture(bytes, page)

async function readBytes(bytes: Uint8Array): Promise<ReaderResult> {
  let content: PdfContent
  try {
    content = await readPdf(bytes, STATEMENT_LIMITS)
  } catch (error) {
    const reason = isLocked(error)
      ? because.locked
      : error instanceof TooLargeError
        ? because.tooLarge
        : error instanceof TooMuchTextError
          ? because.tooMuchText(STATEMENT_LIMITS.glyphs)
          : because.damaged
    return { kind: 'reading', reading: unread(reason) }
  }
  if (content.pages > STATEMENT_LIMITS.pages)
    return { kind: 'reading', reading: unread(because.tooManyPages(STATEMENT_LIMITS.pages)) }
  if (content.scans.length > 0) return { kind: 'scans', content }
  return { kind: 'reading', reading: readLines(content.lines, content.pages, content) }
}

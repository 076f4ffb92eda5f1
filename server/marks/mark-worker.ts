import type { Mark } from '#domain/messages/mark'
import type { ThreadTask } from '../lib/thread-pool.ts'
import { withPdf } from '../statements/reader/pdf/open-pdf.ts'
import { drawnPdf } from './drawn-pdf.ts'
import { markPdf } from './pdf-mark.ts'
import { markPicture } from './picture-mark.ts'
import { readMarks } from './read-marks.ts'

type Given = { file: Uint8Array; fileType: string }

const toTask =
  <Input, Output>(work: (input: Input) => Promise<Output>) =>
  ({ input, begun }: ThreadTask<Input>): Promise<Output> => {
    begun.postMessage(null)
    return work(input)
  }

export const mark = toTask(({ file, fileType, mark }: Given & { mark: Mark }) =>
  fileType === 'application/pdf' ? markAnyPdf(file, mark) : markPicture(file, mark),
)

export const canMark = toTask(async ({ file, fileType }: Given): Promise<boolean> => {
  const sample = { funder: '', day: '', copyNumber: '' }
  await (fileType === 'application/pdf' ? markAnyPdf(file, sample) : markPicture(file, sample))
  return true
})

export const read = toTask(({ file }: { file: Uint8Array }) => readMarks(file))

/** Readers mend damaged files in different ways, so the pages are counted; a file that pdf.js can't mend is better marked than not. */
async function markAnyPdf(file: Uint8Array, mark: Mark): Promise<Uint8Array> {
  const pages = await countPages(file).catch(() => null)
  try {
    const marked = await markPdf(file, mark)
    const left = await countPages(marked)
    if (pages === null || left === pages) return marked
  } catch {
    // It is drawn.
  }
  return markPdf(await drawnPdf(file), mark)
}

const countPages = (file: Uint8Array): Promise<number> => withPdf(file, async ({ numPages }) => numPages)

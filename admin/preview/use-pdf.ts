import { useEffect, useState } from 'react'
import { lazyModule, useRetry } from '../late/late-code.ts'
import { PdfFault, type PdfFaultReason } from './pdf-fault.ts'
import type { PdfReader } from './pdf-reader.ts'

/** 'failed': pdf.js itself did not load. */
export type PdfState =
  { name: 'opening' } | { name: 'ready'; reader: PdfReader } | { name: PdfFaultReason | 'failed' }

const pdfCode = lazyModule(() => import('./pdf-reader.ts').then((module) => module.openPdf))

type Attempt = { password?: string }

/** A PDF, opened as long as its component is there. pdf.js is loaded only now. */
export function usePdf(file: Blob) {
  const [attempt, setAttempt] = useState<Attempt>({})
  const [answer, setAnswer] = useState<{ to: Attempt; state: PdfState } | null>(null)

  useEffect(() => {
    let isOver = false
    let reader: PdfReader | null = null
    const tell = (state: PdfState) => {
      if (!isOver) setAnswer({ to: attempt, state })
    }
    open(file, attempt).then(
      (opened) => {
        if (isOver) return opened.close()
        reader = opened
        tell({ name: 'ready', reader: opened })
      },
      (error: unknown) => tell({ name: error instanceof PdfFault ? error.reason : 'failed' }),
    )
    return () => {
      isOver = true
      reader?.close()
    }
  }, [file, attempt])

  const again = useRetry(pdfCode, () => setAttempt({}))
  const state: PdfState = answer?.state ?? { name: 'opening' }
  return {
    state,
    busy: answer?.to !== attempt,
    open: (next: Attempt) => setAttempt(next),
    /** After 'failed'. */
    ...again,
  }
}

async function open(file: Blob, { password }: Attempt): Promise<PdfReader> {
  const openPdf = await pdfCode.load()
  return openPdf(file, password)
}

import { useEffect, useState } from 'react'
import { openPdf, PdfFault, type PdfFaultReason, type PdfReader } from './pdf-reader.ts'

type PdfState = { name: 'opening' } | { name: 'ready'; reader: PdfReader } | { name: PdfFaultReason }

type Attempt = { password?: string }

export function usePdf(file: Blob) {
  const [attempt, setAttempt] = useState<Attempt>({})
  const [result, setResult] = useState<{ of: Attempt; state: PdfState } | null>(null)

  useEffect(() => {
    let isOver = false
    let reader: PdfReader | null = null
    const show = (state: PdfState) => {
      if (!isOver) setResult({ of: attempt, state })
    }
    openPdf(file, attempt.password).then(
      (opened) => {
        if (isOver) return opened.close()
        reader = opened
        show({ name: 'ready', reader: opened })
      },
      (error: unknown) => show({ name: error instanceof PdfFault ? error.reason : 'broken' }),
    )
    return () => {
      isOver = true
      reader?.close()
    }
  }, [file, attempt])

  const state: PdfState = result?.state ?? { name: 'opening' }
  return { state, busy: result?.of !== attempt, open: (next: Attempt) => setAttempt(next) }
}

import { Box, Typography } from '@mui/material'
import { useCallback, useEffect, useRef, useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { LineMark, type PageMark } from './line-mark.tsx'
import type { PdfReader } from './pdf-reader.ts'

type Props = { reader: PdfReader; page: number; label: string; mark?: PageMark | undefined }
type Result = { page: number; text: string | null; height: number }

/** Also renders the page's text for screen readers. */
export const PdfPage = ({ reader, page, label, mark }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [frame, width] = useWidth()
  const [result, setResult] = useState<Result | null>(null)

  useEffect(() => {
    if (canvas.current === null || width === 0) return
    const aborter = new AbortController()
    const { signal } = aborter
    const tell = (text: string | null, height = 1) => {
      if (!signal.aborted) setResult({ page, text, height })
    }
    const drawing = reader.draw(page, canvas.current, width, signal)
    Promise.all([drawing, reader.textOf(page), reader.heightOf(page)]).then(
      ([, text, height]) => tell(text, height),
      () => tell(null),
    )
    return () => aborter.abort()
  }, [reader, page, width])

  const isBroken = result?.page === page && result.text === null
  return (
    <Box ref={frame} aria-busy={result?.page !== page} sx={{ position: 'relative' }}>
      <Box
        component="canvas"
        ref={canvas}
        role="img"
        aria-label={label}
        hidden={isBroken}
        sx={{ ...paperStyle, ...(result === null && { aspectRatio: reader.ratio }) }}
      />
      {mark?.page === page && result?.page === page && !isBroken && (
        <LineMark mark={mark} height={result.height} />
      )}
      {isBroken && <Typography role="alert">{submissionMessages.preview.brokenPage}</Typography>}
      {result?.page === page && result.text !== null && <div className="visually-hidden">{result.text}</div>}
    </Box>
  )
}

/** Pages are made for white paper, in the dark theme as well. */
const paperStyle = {
  display: 'block',
  width: '100%',
  height: 'auto',
  border: 1,
  borderColor: 'divider',
  backgroundColor: '#fff',
  '&[hidden]': { display: 'none' },
}

/** The element's width in CSS pixels; 0 until it is measured. */
function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

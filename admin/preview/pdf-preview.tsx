import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import { Box, Button, TextField, Typography } from '@mui/material'
import { type SubmitEvent, useEffect, useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Failed } from '../layout/page-parts.tsx'
import type { PageMark } from './line-mark.tsx'
import { PdfPage } from './pdf-page.tsx'
import { openPdf, PdfFault, type PdfFaultReason, type PdfReader } from './pdf-reader.ts'
import { PreviewLoading, Zoom } from './zoom.tsx'

const words = submissionMessages.preview

type PreviewProps = { file: Blob; name: string; mark?: PageMark | undefined }

/** pdf.js draws the pages, as our security policy blocks the browsers' own viewers. */
export const PdfPreview = ({ file, name, mark }: PreviewProps) => {
  const { state, busy, open } = usePdf(file)
  switch (state.name) {
    case 'opening':
      return <PreviewLoading />
    case 'ready':
      return <Pages reader={state.reader} name={name} mark={mark} />
    case 'locked':
    case 'wrong-password':
      return (
        <PdfPassword
          isWrong={state.name === 'wrong-password'}
          busy={busy}
          onEnter={(password) => open({ password })}
        />
      )
    case 'broken':
      return <Failed text={words.brokenPdf} />
  }
}

type PagesProps = Omit<PreviewProps, 'file'> & { reader: PdfReader }

const Pages = ({ reader, name, mark }: PagesProps) => {
  const { pages } = reader
  const [page, setPage] = useState(Math.min(mark?.page ?? 1, pages))
  const turn = (by: number) => setPage((current) => Math.min(Math.max(current + by, 1), pages))
  return (
    <>
      <Box sx={barStyle}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<ChevronLeft />}
          aria-disabled={page === 1}
          onClick={() => turn(-1)}
          sx={turnStyle}
        >
          {words.previousPage}
        </Button>
        <Typography variant="body2" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {words.page(page, pages)}
        </Typography>
        <Button
          variant="outlined"
          size="small"
          endIcon={<ChevronRight />}
          aria-disabled={page === pages}
          onClick={() => turn(1)}
          sx={turnStyle}
        >
          {words.nextPage}
        </Button>
      </Box>
      <Zoom name={name}>
        <PdfPage reader={reader} page={page} label={words.pageOf(name, page, pages)} mark={mark} />
      </Zoom>
    </>
  )
}

const barStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  mb: 3,
}

type Props = { isWrong: boolean; busy: boolean; onEnter: (password: string) => void }

/** The password never leaves this browser. */
const PdfPassword = ({ isWrong, busy, onEnter }: Props) => {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('pdf-password')
    if (!busy && typeof password === 'string' && password !== '') onEnter(password)
  }
  return (
    <Box component="form" onSubmit={submit} aria-busy={busy}>
      <Typography sx={{ mb: 4 }}>{words.locked}</Typography>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'start', flexWrap: 'wrap' }}>
        <TextField
          name="pdf-password"
          type="password"
          size="small"
          autoFocus
          autoComplete="off"
          label={words.password}
          error={isWrong && !busy}
          helperText={isWrong && !busy ? <span role="alert">{words.wrongPassword}</span> : ' '}
          sx={{ flex: '1 1 220px' }}
        />
        <Button type="submit" variant="contained" aria-disabled={busy} sx={{ minHeight: 40 }}>
          {busy ? words.unlocking : words.unlock}
        </Button>
      </Box>
    </Box>
  )
}

type PdfState = { name: 'opening' } | { name: 'ready'; reader: PdfReader } | { name: PdfFaultReason }

type Attempt = { password?: string }

function usePdf(file: Blob) {
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

/** `aria-disabled` keeps the focus at either end. */
const turnStyle = {
  minHeight: 36,
  whiteSpace: 'nowrap',
  '& .MuiButton-icon': { display: { xs: 'none', sm: 'inherit' } },
  '&[aria-disabled="true"]': { color: 'text.disabled', borderColor: 'divider', cursor: 'default' },
}

import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import { Box, Button, TextField, Typography } from '@mui/material'
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Failed } from '../layout/page-parts.tsx'
import type { PageMark } from './line-mark.tsx'
import { Near, useInView } from './near.tsx'
import { PdfPage } from './pdf-page.tsx'
import { openPdf, PdfFault, type PdfFaultReason, type PdfReader } from './pdf-reader.ts'
import { PreviewLoading, Zoom } from './zoom.tsx'

const words = submissionMessages.preview

/** The password that the reader typed last. */
export type Attempt = { password?: string }

type PreviewProps = {
  file: Blob
  name: string
  mark?: PageMark | undefined
  attempt: Attempt
  onAttempt: (attempt: Attempt) => void
}

/** pdf.js draws the pages, as our security policy blocks the browsers' own viewers. */
export const PdfPreview = ({ file, attempt, onAttempt, ...shown }: PreviewProps) => {
  const { state, busy } = usePdf(file, attempt)
  switch (state.name) {
    case 'opening':
      return <PreviewLoading />
    case 'ready':
      return <Pages reader={state.reader} {...shown} />
    case 'locked':
    case 'wrong-password':
      return (
        <PdfPassword
          isWrong={state.name === 'wrong-password'}
          busy={busy}
          onEnter={(password) => onAttempt({ password })}
        />
      )
    case 'broken':
      return <Failed text={words.brokenPdf} />
  }
}

type PagesProps = Pick<PreviewProps, 'name' | 'mark'> & { reader: PdfReader }

const Pages = ({ reader, name, mark }: PagesProps) => {
  const { pages } = reader
  const [page, setPage] = useState(Math.min(mark?.page ?? 1, pages))
  const bar = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const scrollTo = (to: number) => {
    const sheet = list.current?.children[to - 1]
    if (sheet && bar.current) scrollBelow(sheet, bar.current)
  }
  const turn = (by: number) => {
    const next = Math.min(Math.max(page + by, 1), pages)
    if (next === page) return
    setPage(next)
    scrollTo(next)
  }
  useEffect(() => {
    if (mark) scrollTo(page)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- at first, not as the reader scrolls on
  }, [mark])
  return (
    <>
      <Box ref={bar} sx={barStyle}>
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
      <Zoom name={name} onZoomed={() => scrollTo(page)}>
        <Box ref={list} sx={{ display: 'grid', gap: 3 }}>
          {Array.from({ length: pages }, (_page, at) => (
            <Sheet key={at} page={at + 1} ratio={reader.ratio} onRead={setPage}>
              <PdfPage reader={reader} page={at + 1} label={words.pageOf(name, at + 1, pages)} mark={mark} />
            </Sheet>
          ))}
        </Box>
      </Zoom>
    </>
  )
}

type SheetProps = {
  page: number
  ratio: string
  onRead: Dispatch<SetStateAction<number>>
  children: ReactNode
}

/** The line at a third of the window's height. */
const READING_LINE = { rootMargin: '-33% 0px -66% 0px' }

const Sheet = ({ page, ratio, onRead, children }: SheetProps) => {
  const read = useCallback(
    ({ isIntersecting, boundingClientRect, rootBounds }: IntersectionObserverEntry) => {
      const isBelow = boundingClientRect.top >= (rootBounds?.bottom ?? Infinity)
      if (isIntersecting) onRead(page)
      else if (isBelow) onRead((last) => Math.min(last, Math.max(page - 1, 1)))
    },
    [page, onRead],
  )
  return (
    <Box ref={useInView(read, READING_LINE)} sx={{ minWidth: 0 }}>
      <Near ratio={ratio}>{children}</Near>
    </Box>
  )
}

/** `scrollIntoView` would also move the window around a part of the page that scrolls by itself. */
function scrollBelow(sheet: Element, bar: Element): void {
  let scroller = sheet.parentElement
  while (scroller && !(scroller.scrollHeight > scroller.clientHeight + 1 && isScrolling(scroller)))
    scroller = scroller.parentElement
  // At the first time the bar may not yet be where it sticks.
  for (let time = 0; time < 2; time += 1) {
    const edge = Math.max(bar.getBoundingClientRect().bottom, scroller?.getBoundingClientRect().top ?? 0)
    const by = sheet.getBoundingClientRect().top - edge
    ;(scroller ?? window).scrollBy({ top: by, behavior: 'instant' })
  }
}

const isScrolling = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowY)

const barStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  py: 1,
  mb: 2,
  position: 'sticky',
  top: 'var(--bar-top, var(--viewer-top, 0px))',
  zIndex: 1,
  backgroundColor: 'background.paper',
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

function usePdf(file: Blob, attempt: Attempt) {
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
  return { state, busy: result?.of !== attempt }
}

/** `aria-disabled` keeps the focus at either end. */
const turnStyle = {
  minHeight: 36,
  whiteSpace: 'nowrap',
  '& .MuiButton-icon': { display: { xs: 'none', sm: 'inherit' } },
  '&[aria-disabled="true"]': { color: 'text.disabled', borderColor: 'divider', cursor: 'default' },
}

import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Failed } from '../layout/failed.tsx'
import { turnStyle } from '../theme/turn-style.ts'
import { PdfPage } from './pdf-page.tsx'
import { PdfPassword } from './pdf-password.tsx'
import type { PdfReader } from './pdf-reader.ts'
import { PreviewLoading } from './preview-loading.tsx'
import { usePdf } from './use-pdf.ts'
import { Zoom } from './zoom.tsx'

const words = submissionMessages.preview

/** A PDF page by page. pdf.js draws it, as browsers refuse their own viewer under our security policy. */
export const PdfPreview = ({ file, name }: { file: Blob; name: string }) => {
  const { state, busy, open } = usePdf(file)
  switch (state.name) {
    case 'opening':
      return <PreviewLoading />
    case 'ready':
      return <Pages reader={state.reader} name={name} />
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

const Pages = ({ reader, name }: { reader: PdfReader; name: string }) => {
  const [page, setPage] = useState(1)
  const { pages } = reader
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
        <PdfPage reader={reader} page={page} label={words.pageOf(name, page, pages)} />
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

import { Box, GlobalStyles, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

type Props = { name: string; url: string; children: ReactNode }

export const PrintSheet = ({ name, url, children }: Props) =>
  createPortal(
    <>
      <GlobalStyles styles={PRINTED_ALONE} />
      <Box data-print-sheet="" sx={sheetStyle}>
        <Typography variant="h1" component="p">
          {name}
        </Typography>
        {children}
        <Typography>{url}</Typography>
      </Box>
    </>,
    document.body,
  )

const PRINTED_ALONE = {
  '@media print': { 'body > *:not([data-print-sheet])': { display: 'none !important' } },
}

const sheetStyle = {
  display: 'none',
  '@media print': {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: 4,
    minHeight: '90vh',
    textAlign: 'center',
    color: 'common.black',
    backgroundColor: 'common.white',
    overflowWrap: 'anywhere',
  },
}

import { Box, Button, GlobalStyles, Typography } from '@mui/material'
import { QRCodeSVG } from 'qrcode.react'
import { type ReactNode, useId, useRef } from 'react'
import { useNotify } from 'react-admin'
import { createPortal } from 'react-dom'
import { linkMessages } from '#domain/messages/panel-link'
import { saveFile } from '../../providers/files.ts'
import type { Outputs } from '../../providers/trpc-client.ts'

const words = linkMessages.embed

/** Scanners expect a white margin of four modules. */
const SIZE = 148
const QUIET_ZONE = 4

export const QrCode = ({ link }: { link: Outputs['generatedLink']['list']['data'][number] }) => {
  const id = useId()
  const svg = useRef<SVGSVGElement>(null)
  const notify = useNotify()
  const name = words.fileName(link.slug)

  const saveSvg = () => {
    if (svg.current) saveFile({ blob: toSvg(svg.current), name: `${name}.svg` })
  }
  const savePng = async () => {
    const blob = svg.current && (await toPng(svg.current))
    if (blob) saveFile({ blob, name: `${name}.png` })
    else notify(words.pngFailed, { type: 'error' })
  }

  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'flex', gap: 4, alignItems: 'center' }}>
      <Box
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          lineHeight: 0,
          flexShrink: 0,
        }}
      >
        <QRCodeSVG
          ref={svg}
          value={link.url}
          size={SIZE}
          marginSize={QUIET_ZONE}
          level="M"
          aria-label={words.qrLabel(link.url)}
        />
      </Box>
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', minWidth: 0 }}>
        <Typography id={id} component="h3" variant="h3">
          {words.qr}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {words.qrHelp}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -2 }}>
          <Button size="small" sx={{ minWidth: 0 }} onClick={() => window.print()}>
            {words.print}
          </Button>
          <Button size="small" sx={{ minWidth: 0 }} onClick={saveSvg}>
            {words.downloadSvg}
          </Button>
          <Button size="small" sx={{ minWidth: 0 }} onClick={() => void savePng()}>
            {words.downloadPng}
          </Button>
        </Box>
      </Box>
      <PrintSheet name={link.company.nameOut} url={link.url}>
        <QRCodeSVG value={link.url} size={360} marginSize={QUIET_ZONE} level="M" />
      </PrintSheet>
    </Box>
  )
}

type Props = { name: string; url: string; children: ReactNode }

const PrintSheet = ({ name, url, children }: Props) =>
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

/** Pixels: sharp on paper at 8 cm. */
const PNG_SIDE = 1024

const toSvg = (svg: SVGSVGElement): Blob =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' })

/** Renders the SVG at this size, so that no module is blurred. @returns null if the browser can't */
async function toPng(svg: SVGSVGElement): Promise<Blob | null> {
  const address = URL.createObjectURL(toSvg(svg))
  try {
    const image = new Image(PNG_SIDE, PNG_SIDE)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = PNG_SIDE
    canvas.getContext('2d')?.drawImage(image, 0, 0, PNG_SIDE, PNG_SIDE)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

import { Box, Button, Typography } from '@mui/material'
import { QRCodeSVG } from 'qrcode.react'
import { useId, useRef } from 'react'
import { useNotify } from 'react-admin'
import { linkMessages } from '#domain/messages/panel-link'
import { saveFile } from '../../providers/files.ts'
import type { Link } from './link.ts'
import { PrintSheet } from './print-sheet.tsx'
import { toPng, toSvg } from './qr-picture.ts'

const words = linkMessages.embed

/** The white margin of four modules is what readers expect. */
const SIZE = 148
const QUIET_ZONE = 4

export const QrCode = ({ link }: { link: Link }) => {
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

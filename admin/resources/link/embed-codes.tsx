import { Box, Skeleton } from '@mui/material'
import { useState } from 'react'
import { linkMessages } from '#domain/messages/panel-link'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { lazyPart } from '../../lazy/lazy-page.tsx'
import { CopyField } from './copy-field.tsx'
import { iframeSnippet, scriptSnippet, type Link } from './link.ts'

const QrCode = lazyPart(
  () => import('./qr-code.tsx').then((module) => module.QrCode),
  <Skeleton variant="rounded" height={160} />,
)

const words = linkMessages.embed

export const EmbedCodes = ({ link }: { link: Link }) => {
  const [copied, setCopied] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
      <CopyField label={words.link} help={words.linkHelp} value={link.url} onCopied={() => setCopied(true)} />
      <CopyField label={words.script} help={words.scriptHelp} value={scriptSnippet(link)} isLong />
      <CopyField label={words.iframe} help={words.iframeHelp} value={iframeSnippet(link)} isLong />
      <QrCode link={link} />
      {copied && <AlertDialog title={words.copiedTitle} text={link.url} onClose={() => setCopied(false)} />}
    </Box>
  )
}

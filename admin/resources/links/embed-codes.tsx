import { Box, Skeleton } from '@mui/material'
import { useState } from 'react'
import { linkMessages } from '#domain/messages/panel-link'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { lazyPart } from '../../lazy/lazy.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { CopyField } from '../../inputs/copy-field.tsx'

export type Link = Outputs['generatedLink']['list']['data'][number]

const words = linkMessages.embed

const QrCode = lazyPart(
  () => import('./qr-code.tsx').then((module) => module.QrCode),
  <Skeleton variant="rounded" height={160} />,
)

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

function scriptSnippet({ url, slug }: Link): string {
  const site = url.slice(0, -`/form/${slug}`.length)
  return `<div data-intake-form="${slug}"></div>\n<script src="${site}/embed.js" async></script>`
}

/** The height is fixed, as our script is not loaded. */
const iframeSnippet = ({ iframeUrl }: Link): string =>
  `<iframe src="${iframeUrl}" title="${linkMessages.embed.frameTitle}" width="100%" height="900"></iframe>`

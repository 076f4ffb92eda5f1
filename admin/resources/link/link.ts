import { linkMessages } from '#domain/messages/panel-link'
import type { Outputs } from '../../providers/outputs.ts'

export type Link = Outputs['generatedLink']['list']['data'][number]

export function scriptSnippet({ url, slug }: Link): string {
  const site = url.slice(0, -`/form/${slug}`.length)
  return `<div data-intake-form="${slug}"></div>\n<script src="${site}/embed.js" async></script>`
}

/** Without our script, so the height is fixed. */
export const iframeSnippet = ({ iframeUrl }: Link): string =>
  `<iframe src="${iframeUrl}" title="${linkMessages.embed.frameTitle}" width="100%" height="900"></iframe>`

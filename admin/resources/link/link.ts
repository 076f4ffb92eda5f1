import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'
import { linkMessages } from '#domain/messages/panel-link'

export type Link = inferRouterOutputs<AppRouter>['generatedLink']['list']['data'][number]

/** What brings the form into a web page, as the README has it. */
export function scriptSnippet({ url, slug }: Link): string {
  const site = url.slice(0, -`/form/${slug}`.length)
  return `<div data-intake-form="${slug}"></div>\n<script src="${site}/embed.js" async></script>`
}

/** The same without a script of ours: the form in a frame of a fixed height. */
export const iframeSnippet = ({ iframeUrl }: Link): string =>
  `<iframe src="${iframeUrl}" title="${linkMessages.embed.frameTitle}" width="100%" height="900"></iframe>`

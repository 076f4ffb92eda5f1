import { escapeHtml } from './html.ts'

type Embedding = { origin: string; slug: string }

const LOOPBACK = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/

/**
 * Where the demonstration takes its form from, so that it stands on another origin as on a broker's site: the other
 * name of this machine, where the page was opened under one of the two; elsewhere the public address. Of the Host
 * header nothing else is believed.
 */
export function demoOrigin(
  host: string | undefined,
  { protocol, publicUrl }: { protocol: string; publicUrl: string },
) {
  const [, name, port = ''] = LOOPBACK.exec(host ?? '') ?? []
  if (name === undefined) return publicUrl
  return `${protocol}://${name === 'localhost' ? '127.0.0.1' : 'localhost'}${port}`
}

/** The one line of HTML that brings a form into a page. */
const embedSnippet = ({ origin, slug }: Embedding): string =>
  `<div data-intake-form="${escapeHtml(slug)}"></div><script src="${escapeHtml(origin)}/embed.js" async></script>`

/** The built demonstration with the line in it twice: to be read, and at work. */
export function demoPage(built: string, embedding: Embedding): string {
  const snippet = embedSnippet(embedding)
  return built
    .replace('<!--snippet-text-->', () => escapeHtml(snippet))
    .replace('<!--snippet-->', () => snippet)
}

import { escapeHtml } from './pages.ts'

type Embedding = { origin: string; slug: string }

const LOOPBACK = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/

/**
 * Another origin than the page's, as on a broker's site: the other name of this machine, or the public
 * address. The Host header is not trusted otherwise.
 */
export function demoOrigin(
  host: string | undefined,
  { protocol, publicUrl }: { protocol: string; publicUrl: string },
) {
  const [, name, port = ''] = LOOPBACK.exec(host ?? '') ?? []
  if (name === undefined) return publicUrl
  return `${protocol}://${name === 'localhost' ? '127.0.0.1' : 'localhost'}${port}`
}

const embedSnippet = ({ origin, slug }: Embedding): string =>
  `<div data-intake-form="${escapeHtml(slug)}"></div><script src="${escapeHtml(origin)}/embed.js" async></script>`

export function demoPage(built: string, embedding: Embedding): string {
  const snippet = embedSnippet(embedding)
  return built
    .replace('<!--snippet-text-->', () => escapeHtml(snippet))
    .replace('<!--snippet-->', () => snippet)
}

type Place = { slug: string | null; embedded: boolean }

/** The pages that are opened by a link with a token. */
export const TOKEN_PAGES = ['application', 'sign'] as const
export type TokenPage = (typeof TOKEN_PAGES)[number]

export const parseTokenPage = (pathname: string): TokenPage | undefined =>
  TOKEN_PAGES.find((page) => page === pathname.split('/')[1])

/** '/form/demo' becomes { slug: 'demo', embedded: false }. */
export function parsePath(pathname: string): Place {
  const [, route = '', slug = '', ...rest] = pathname.split('/')
  const tail = rest.join('')
  return { slug: tail === '' ? decoded(slug) : null, embedded: route === 'embed' }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part) || null
  } catch {
    return null
  }
}

/** Where the form stands: its link's slug, null where the address has none, and whether it is inside a frame. */
export type Place = { slug: string | null; embedded: boolean }

/** '/form/demo' → { slug: 'demo', embedded: false }; the two routes of decisions section 2, read by hand. */
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

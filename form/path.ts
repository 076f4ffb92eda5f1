type Place = { slug: string | null; embedded: boolean }

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

/** Paths that calls had before. The document names only the present ones. */
const MOVED = [
  {
    from: '/company/{id}/retention',
    to: '/company/retention/{id}',
    since: '2026-11-22',
    until: '2027-11-22',
  },
]

type Address = { url: string; headers: Record<string, string> }

/** Every path of a call, and the headers of answers under it (RFC 9745, RFC 8594). */
export const addressesOf = (url: string, moved = MOVED): Address[] => [
  { url, headers: {} },
  ...moved
    .filter(({ to }) => to === url)
    .map(({ from, since, until }) => ({
      url: from,
      headers: {
        deprecation: `@${Date.parse(since) / 1000}`,
        sunset: new Date(until).toUTCString(),
        link: '</api/docs/guide/versions>; rel="deprecation"; type="text/html"',
      },
    })),
]

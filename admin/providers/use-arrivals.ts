import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isRecord, parseJson, toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { useTitleCount } from '../pages/use-title.ts'
import { sessionSnapshot, subscribeSession } from './session.ts'
import { bearer } from './token.ts'
import { useCanPerform } from './use-can-perform.ts'

type Arrivals = { count: number; newest: string }

const KEY = ['arrivals']
const NOTHING_YET = '1970-01-01T00:00:00Z'

const UNKNOWN: Arrivals = { count: 0, newest: '' }

let known = UNKNOWN
let seen = ''
let etag = ''

/** Another user may sign in next. */
subscribeSession(() => {
  if (sessionSnapshot().user !== null) return
  known = UNKNOWN
  seen = ''
  etag = ''
})

async function ask(): Promise<Arrivals> {
  if (!isUserActive()) return known
  const query = seen === '' ? '' : `?since=${encodeURIComponent(seen)}`
  const headers = { ...bearer(), ...(etag !== '' && { 'if-none-match': etag }) }
  const response = await fetch(`/api/form/submissions/arrivals${query}`, { headers })
  // 304 means nothing new. The next call reports failures.
  if (response.status !== 200) return known
  etag = response.headers.get('etag') ?? ''
  const body = parseJson(await response.text())
  const data = isRecord(body) && isRecord(body.data) ? body.data : {}
  known = { count: Number(data.count) || 0, newest: toText(data.newest) || NOTHING_YET }
  seen ||= known.newest
  return known
}

/** Submissions since the list was last shown. All readers share one call every 20 seconds while the tab is visible. */
export function useArrivals(): Arrivals & { markSeen: () => void } {
  const queries = useQueryClient()
  const canList = useCanPerform('submission.list')
  const { data = known } = useQuery({
    queryKey: KEY,
    queryFn: ask,
    enabled: canList,
    refetchInterval: LIMITS.arrivalsMs,
    retry: false,
  })
  useTitleCount(data.count)
  const markSeen = () => {
    seen = known.newest
    etag = ''
    known = { ...known, count: 0 }
    queries.setQueryData(KEY, known)
  }
  return { ...data, markSeen }
}

let activeAt = Date.now()
for (const type of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
  document.addEventListener(type, () => (activeAt = Date.now()), { passive: true, capture: true })

/** Polling pauses while the user is idle, as each call would extend the session. */
export const isUserActive = (): boolean => Date.now() - activeAt <= LIMITS.arrivalsIdleMs

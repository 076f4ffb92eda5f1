import { setTimeout as delay } from 'node:timers/promises'
import { isRecord } from '#domain/json'
import type { HostileServer } from '../../hostile/hostile-server.ts'
import { openFormSession, submitApplication } from '../../support/applicant.ts'
import { call } from '../../support/factories.ts'
import { probeHealth, type HealthAnswer } from './health-probe.ts'
import { HOSTILE_AUTHORIZATION, HOSTILE_TEXTS } from './unicode-texts.ts'

const LONGEST_MS = 120_000
const DOWNLOADS_AT_ONCE = 4

export type UnicodeLoad = {
  /** each answer of /health/live */
  health: HealthAnswer[]
  /** milliseconds and status of each download of a stamped PDF */
  downloads: { ms: number; status: number }[]
  /** how many submissions are in each state at the end */
  states: Map<string, number>
  /** bytes of resident memory, twice a second */
  memory: number[]
  seconds: number
}

/** Submits every hostile text at once, and downloads the stamped PDFs until all are made or the time is over. */
export async function unicodeLoad(server: HostileServer): Promise<UnicodeLoad> {
  const { url, token, companyId } = server.target
  const probe = probeHealth(server)
  const ending = new AbortController()
  const memory: number[] = []
  const watching = (async () => {
    while (!ending.signal.aborted) {
      memory.push(await server.memory())
      await delay(500)
    }
  })()
  const began = performance.now()
  const first = await submitAll(url, HOSTILE_TEXTS)
  await call(url, 'PUT', `/company/update/${companyId}`, {
    token,
    body: { authorizationText: HOSTILE_AUTHORIZATION },
  })
  const ids = [...first, ...(await submitAll(url, HOSTILE_TEXTS.slice(0, 5)))]
  const downloads: UnicodeLoad['downloads'] = []
  let rows = await rowsOf(url, token, ids)
  const isOver = () => performance.now() - began > LONGEST_MS
  while (!isOver()) {
    const isSettled = rows.every(({ pdfState }) => pdfState !== 'pending')
    const ready = rows.filter(({ pdfState }) => pdfState === 'ready').map(({ id }) => id)
    await Promise.all(
      Array.from({ length: DOWNLOADS_AT_ONCE }, async (_, lane) => {
        for (const id of ready.filter((_id, index) => index % DOWNLOADS_AT_ONCE === lane))
          if (!isOver()) downloads.push(await download(url, token, id))
      }),
    )
    if (isSettled) break
    await delay(200)
    rows = await rowsOf(url, token, ids)
  }
  const seconds = (performance.now() - began) / 1000
  const health = await probe.stop()
  ending.abort()
  await watching
  const states = new Map<string, number>()
  for (const { pdfState } of rows) states.set(pdfState, (states.get(pdfState) ?? 0) + 1)
  return { health, downloads, states, memory, seconds }
}

const submitAll = (url: string, texts: readonly string[]): Promise<string[]> =>
  Promise.all(
    texts.map(async (useOfFunds) => {
      const { status, body } = await submitApplication(url, await openFormSession(url), { useOfFunds })
      if (!body.data) throw new Error(`A hostile text was answered with ${status}: ${JSON.stringify(body)}`)
      return body.data.id
    }),
  )

async function rowsOf(url: string, token: string, ids: string[]) {
  const { body } = await call(url, 'GET', '/form/submissions?range=[0,99]', { token })
  const rows = Array.isArray(body.data) ? body.data.filter(isRecord) : []
  return rows
    .map(({ id, pdfState }) => ({ id: String(id), pdfState: String(pdfState) }))
    .filter(({ id }) => ids.includes(id))
}

async function download(url: string, token: string, id: string) {
  const began = performance.now()
  const response = await fetch(`${url}/api/form/pdf/${id}`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return { ms: performance.now() - began, status: response.status }
}

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../support/server.ts'
import { breakingChanges } from './breaking-changes.ts'
import { asDocument, COMMITTED, currentText, readCommitted } from './committed.ts'

const { url } = await startTestServer()
const served = await (await fetch(`${url}/api/openapi.json`)).text()

describe('the served document', () => {
  it('has texts for parameters that hold JSON, as makers of clients stop at any other', async () => {
    expect(served).toContain('"contentMediaType":"application/json","contentSchema"')
    expect(served).not.toMatch(/"in":"query","name":"\w+"(,"description":"[^"]*")?,"content"/)
  })

  it('is compressed, and a 304 while it is current', async () => {
    const address = `${url}/api/openapi.json`
    const first = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    const tag = first.headers.get('etag') ?? ''
    expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304)
  })

  it('leaves answers open and closes bodies of JSON', () => {
    type Content = { content?: Record<string, { schema: { additionalProperties?: unknown; type?: string } }> }
    type Call = { requestBody?: Content; responses: Record<string, Content> }
    const { paths } = JSON.parse(served) as { paths: Record<string, Record<string, Call>> }
    const calls = Object.values(paths).flatMap((item) => Object.values(item))
    expect(JSON.stringify(calls.map(({ responses }) => responses))).not.toContain(
      '"additionalProperties":false',
    )
    const bodies = calls.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    const ofObjects = bodies.filter(({ schema }) => schema.type === 'object')
    expect(ofObjects.length).toBeGreaterThan(50)
    expect(ofObjects.filter(({ schema }) => schema.additionalProperties !== false)).toEqual([])
  })

  it('says of each call that takes a token that it may be refused, as an API key can be by any', async () => {
    type Call = { security?: unknown[]; responses: Record<string, unknown> }
    const { paths } = JSON.parse(served) as {
      paths: Record<string, Record<string, Call>>
    }
    const silent = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { security, responses }]) =>
        security?.length && ['401', '403'].some((status) => !(status in responses))
          ? [`${method} ${path}`]
          : [],
      ),
    )
    expect(silent).toEqual([])
  })
})

describe('the committed document', () => {
  it('is not broken by the present one', async () => {
    expect(breakingChanges(await readCommitted(), asDocument(await currentText()))).toEqual([])
  })

  it('is the present one, and the served one', async () => {
    expect(JSON.parse(served)).toEqual(asDocument(await currentText()))
    const isCurrent = (await readFile(COMMITTED, 'utf8')) === (await currentText())
    expect(isCurrent, 'the API has changed: run npm run openapi and commit server/http/openapi.json').toBe(
      true,
    )
  })
})

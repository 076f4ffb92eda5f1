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

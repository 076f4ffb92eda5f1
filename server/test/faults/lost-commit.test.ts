import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { testDatabase } from '../support/database.ts'
import { databaseLine } from '../support/database-line.ts'
import { signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { SMALL_PDF, upload } from '../support/uploads.ts'

const line = await databaseLine((await testDatabase()).url)
const { url } = await startTestServer({ databaseUrl: line.url })

it('a file whose row was committed is kept, though the line broke before anybody knew', async () => {
  const token = await openFormSession(url)
  const file = { fields: { formSubmissionId: token, clientFileId: randomUUID() } }
  line.loseNextCommit('Document')
  const { status, headers, body } = await upload(url, file)
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])

  const again = await upload(url, file)
  expect(again.status).toBe(200)
  expect((await submitApplication(url, token)).status).toBe(200)
  const answer = await fetch(String(again.body.url).replace(/^/, url), {
    headers: { authorization: `Bearer ${await signIn(url, TEST_ADMIN.email)}` },
  })
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(SMALL_PDF)
})

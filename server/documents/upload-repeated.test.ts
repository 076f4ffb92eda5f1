import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { applicantMessages } from '#domain/messages/applicant'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { SMALL_PDF, storedDocuments, upload, type Upload } from '../test/support/uploads.ts'
import { startUploadTests } from './upload.fixture.ts'

const { url, services, say, state, session, header, idOf, filesOf } = await startUploadTests()

describe('a file that is sent again under its own name', () => {
  const send = (clientFileId: string, file: Upload = {}) =>
    upload(url, { headers: header(), ...file, fields: { clientFileId, ...file.fields } })

  it('is stored once, counts once, and answers the same record', async () => {
    const before = await storedDocuments(services)
    const clientFileId = randomUUID()
    const first = await send(clientFileId)
    expect(first.body.data).toMatchObject({ clientFileId, name: 'statement.pdf' })
    const again = await send(clientFileId.toUpperCase(), { name: 'other.pdf' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await filesOf()).toEqual([first.body.data])
    expect(await storedDocuments(services)).toHaveLength(before.length + 1)
  })

  it('all at once too', async () => {
    const before = await storedDocuments(services)
    const clientFileId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(clientFileId)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await filesOf()).toHaveLength(1)
    expect(await storedDocuments(services)).toHaveLength(before.length + 1)
  })

  it('as the tenth, in turn and at once, while an eleventh is refused', async () => {
    await Promise.all(Array.from({ length: 9 }, () => send(randomUUID())))
    const tenth = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(tenth)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await send(tenth)).body).toEqual(answers[0]?.body)
    const eleventh = await send(randomUUID())
    expect([eleventh.status, eleventh.body.error]).toEqual([409, say.full(10)])
    expect(await filesOf()).toHaveLength(10)
  })

  it('is known before its content, of which nothing is kept or looked at, however much comes', async () => {
    const clientFileId = randomUUID()
    const first = await send(clientFileId)
    const before = await state()
    const other = Buffer.alloc(2 * 1024 * 1024 - 1, 'no PDF')
    expect((await send(clientFileId, { content: other })).body).toEqual(first.body)
    expect(await state()).toEqual(before)
    const tooMuch = await send(clientFileId, { content: Buffer.alloc(2 * 1024 * 1024 + 1) })
    expect(tooMuch.status).toBe(413)
    const two = new FormData()
    for (const [name, value] of Object.entries({ documentType: 'bankStatements', clientFileId }))
      two.set(name, value)
    for (const name of ['a.pdf', 'b.pdf']) two.append('file', new File([new Uint8Array(SMALL_PDF)], name))
    const answer = await fetch(`${url}/api/documents/upload-public`, {
      method: 'POST',
      body: two,
      headers: header(),
    })
    expect(await answer.json()).toMatchObject({ error: say.oneFile })
    expect(await state()).toEqual(before)
  })

  it('is known as well when its name, or the session, comes after the content', async () => {
    const clientFileId = randomUUID()
    const first = await upload(url, { headers: header(), after: { clientFileId } })
    expect(first.body.data).toMatchObject({ clientFileId })
    const before = await state()
    const late = await upload(url, { headers: header(), after: { clientFileId } })
    const later = await upload(url, { after: { clientFileId, formSubmissionId: session.token } })
    expect([late.body, later.body]).toEqual([first.body, first.body])
    expect(await state()).toEqual(before)
  })

  it('is stored anew once it was taken back', async () => {
    const clientFileId = randomUUID()
    const first = await send(clientFileId)
    const removed = await call(url, 'DELETE', `/documents/upload-public/${idOf(first.body)}`, {
      headers: header(),
    })
    expect(removed.status).toBe(200)
    const again = await send(clientFileId)
    expect(again.status).toBe(200)
    expect(idOf(again.body)).not.toBe(idOf(first.body))
    expect(await filesOf()).toEqual([again.body.data])
  })

  it('can be taken back by that name, in its own session only', async () => {
    const clientFileId = randomUUID()
    await send(clientFileId)
    const takeBack = (name: string, formSession: string) =>
      call(url, 'DELETE', `/documents/upload-public/${name}`, { headers: { 'x-form-session': formSession } })
    const other = await openFormSession(url)
    expect((await takeBack(clientFileId, other)).status).toBe(404)
    expect((await takeBack(randomUUID(), session.token)).status).toBe(404)
    const stored = await storedDocuments(services)
    expect((await takeBack(clientFileId.toUpperCase(), session.token)).body.data).toMatchObject({
      clientFileId,
    })
    expect(await filesOf()).toEqual([])
    expect(await storedDocuments(services)).toHaveLength(stored.length - 1)
  })

  it('is tried again after a refusal or a broken line, which leave no trace of its name', async () => {
    const clientFileId = randomUUID()
    expect((await send(clientFileId, { content: SMALL_PDF.subarray(0, 60) })).status).toBe(400)
    expect((await send(clientFileId)).status).toBe(200)
    expect(await filesOf()).toHaveLength(1)
  })

  it('counts once towards how many may be sent', async () => {
    const limited = await startTestServer({ rateLimit: true })
    const headers = { 'x-form-session': await openFormSession(limited.url) }
    const fields = { clientFileId: randomUUID() }
    for (let count = 0; count < RATES.uploadPerSession.max + 2; count += 1) {
      expect((await upload(limited.url, { headers, fields })).status).toBe(200)
    }
    expect((await upload(limited.url, { headers, fields: { clientFileId: randomUUID() } })).status).toBe(200)
  })

  it('gets its record even when the application was submitted meanwhile', async () => {
    const clientFileId = randomUUID()
    const first = await send(clientFileId)
    await submitApplication(url, session.token)
    expect((await send(clientFileId)).body).toEqual(first.body)
    expect((await send(randomUUID())).status).toBe(409)
  })

  it('is another file in another session, and for somebody who is signed in without one', async () => {
    const clientFileId = randomUUID()
    const first = await send(clientFileId)
    const other = await openFormSession(url)
    const second = await send(clientFileId, { headers: { 'x-form-session': other } })
    expect(idOf(second.body)).not.toBe(idOf(first.body))
    const company = await makeCompany(services)
    const { email } = await makeCompanyAdmin(services, company.id)
    const headers = { authorization: `Bearer ${await signIn(url, email)}` }
    const own = [await send(clientFileId, { headers }), await send(clientFileId, { headers })]
    expect(own.map(({ body }) => body.data)).toMatchObject([{ clientFileId: null }, { clientFileId: null }])
  })

  it.each(['', 'no-uuid', `${randomUUID()}0`, '../../etc'])('is refused under the name %j', async (name) => {
    const { status, body } = await send(name)
    expect([status, body.fields]).toEqual([
      400,
      { clientFileId: applicantMessages.invalidField('clientFileId') },
    ])
    expect(await filesOf()).toEqual([])
  })
})

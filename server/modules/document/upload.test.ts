import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { applicantMessages } from '#domain/messages/applicant'
import { serverMessages } from '#domain/messages/server'
import { asSystem } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'
import {
  smallJpeg,
  smallPng,
  SMALL_PDF,
  storedDocuments,
  upload,
  type Upload,
} from '../../test/support/uploads.ts'

const { url, services, log } = await startTestServer({ maxFileBytes: 2 * 1024 * 1024 })
const say = { ...serverMessages.upload, ...applicantMessages.upload }

const rows = () =>
  asSystem(services.db, 'test', (client) => client.document.findMany({ orderBy: { id: 'asc' } }))
const sessions = () => asSystem(services.db, 'test', (client) => client.formSession.count())
const state = async () => ({
  rows: await rows(),
  sessions: await sessions(),
  files: await storedDocuments(services),
})

let token = ''
beforeEach(async () => {
  token = await openFormSession(url)
})
const header = () => ({ 'x-form-session': token })
const idOf = (body: Record<string, unknown>) => (body.data as { id: string }).id
const filesOf = async (formSubmissionId = token) => {
  const { body } = await call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })
  return (body.data as { files: { id: string; name: string }[] }).files
}

describe('attaching a file', () => {
  it('answers its record and its url', async () => {
    const { status, body } = await upload(url, { fields: { formSubmissionId: token } })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      url: `/api/documents/document/${idOf(body)}`,
      data: {
        id: idOf(body),
        name: 'statement.pdf',
        size: SMALL_PDF.length,
        type: 'application/pdf',
        documentType: 'bankStatements',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        url: `/api/documents/document/${idOf(body)}`,
        clientFileId: null,
      },
    })
    expect(await filesOf()).toMatchObject([{ id: idOf(body), name: 'statement.pdf' }])
  })

  it('stores its name encrypted, for its own row alone', async () => {
    for (const name of ['Ann Lee.pdf', 'Bob Ray.pdf'])
      expect((await upload(url, { name, headers: header() })).status).toBe(200)
    const [first, second] = (await rows()).slice(-2)
    for (const row of [first, second]) {
      expect(row?.originalFilename).toBe('')
      expect(Buffer.from(row?.filename ?? []).toString('latin1')).not.toContain('.pdf')
    }
    await asSystem(services.db, 'test', (client) =>
      client.document.update({
        where: { id: second?.id ?? '' },
        data: { filename: first?.filename ?? null },
      }),
    )
    expect((await filesOf()).map(({ name }) => name)).toEqual(['Ann Lee.pdf', 'document'])
    expect(log.filter((line) => line.includes('a file name does not open'))).toHaveLength(1)
  })

  it('takes the session after the file, or in a header', async () => {
    expect((await upload(url, { after: { formSubmissionId: token } })).status).toBe(200)
    expect((await upload(url, { headers: header() })).status).toBe(200)
    expect(await filesOf()).toHaveLength(2)
  })

  it('takes several at once into a session that has no row yet', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(url, { headers: header() })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await filesOf()).toHaveLength(4)
  })

  it('takes photos, plain and progressive, and pictures', async () => {
    const jpeg = { name: 'IMG_1.JPG', type: 'image/jpeg' }
    const files: Upload[] = [
      { ...jpeg, content: await smallJpeg() },
      { ...jpeg, content: await smallJpeg(true) },
      // Some cameras append data of their own.
      { ...jpeg, content: Buffer.concat([await smallJpeg(), Buffer.from('SEFT')]) },
      { name: 'scan.png', type: '', content: await smallPng() },
    ]
    for (const file of files) expect((await upload(url, { ...file, headers: header() })).status).toBe(200)
  })

  it.each([
    ['C:\\Users\\me\\Выписка ñ.pdf', 'Выписка ñ.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['gpj.\u202efdp.pdf', 'gpj.fdp.pdf'],
    [`${'a'.repeat(400)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ])('keeps of the name %j only what is one', async (name, kept) => {
    const { body } = await upload(url, { name, headers: header() })
    expect(body.data).toMatchObject({ name: kept })
  })
})

describe('what is refused, and leaves neither file nor row', () => {
  const refused = async (work: () => Promise<{ status: number; body: Record<string, unknown> }>) => {
    const before = await state()
    const { status, body } = await work()
    expect(body).toMatchObject({ status: 'error', code: expect.any(String) })
    expect(await state()).toEqual(before)
    return { status, error: body.error }
  }
  const refusedFile = (file: Upload) => refused(() => upload(url, { headers: header(), ...file }))

  it('an SVG renamed .png', async () => {
    const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const answer = await refusedFile({ name: 'logo.png', type: 'image/png', content })
    expect(answer).toEqual({ status: 415, error: say.contentMismatch })
  })

  it('a picture under the name of another type, and types that are not accepted', async () => {
    const png = await smallPng()
    expect((await refusedFile({ name: 'a.jpg', type: 'image/jpeg', content: png })).error).toBe(
      say.contentMismatch,
    )
    expect((await refusedFile({ name: 'a.png', type: 'application/pdf', content: png })).error).toBe(
      say.contentMismatch,
    )
    expect((await refusedFile({ name: 'a.html', type: 'text/html' })).error).toBe(say.wrongType)
    expect((await refusedFile({ name: 'noextension' })).error).toBe(say.wrongType)
  })

  it('a file that is too large, told at once or on the way', async () => {
    const content = Buffer.concat([SMALL_PDF, Buffer.alloc(40 * 1024 * 1024)])
    expect(await refusedFile({ content })).toEqual({ status: 413, error: say.tooLarge('2 MB') })
    const chunked = () => sendChunked(Buffer.concat([SMALL_PDF, Buffer.alloc(3 * 1024 * 1024)]))
    expect(await refused(chunked)).toEqual({ status: 413, error: say.tooLarge('2 MB') })
  })

  it('what was cut off: a PDF without its end, a photo and a picture without theirs', async () => {
    const cut = (whole: Buffer) => whole.subarray(0, whole.length - 20)
    const damaged = { status: 400, error: say.damaged }
    expect(await refusedFile({ content: cut(SMALL_PDF) })).toEqual(damaged)
    expect(await refusedFile({ name: 'a.jpg', type: 'image/jpeg', content: cut(await smallJpeg()) })).toEqual(
      damaged,
    )
    expect(await refusedFile({ name: 'a.png', type: 'image/png', content: cut(await smallPng()) })).toEqual(
      damaged,
    )
  })

  it('an empty file, none, two of them, a field nobody asked for, a wrong type of document', async () => {
    expect(await refusedFile({ content: Buffer.alloc(0) })).toEqual({ status: 400, error: say.empty })
    expect((await refusedFile({ fields: { note: 'hi' } })).error).toBe(applicantMessages.unknownKey('note'))
    expect((await refusedFile({ fields: { documentType: 'passport' } })).error).toBe(say.documentType)
    const none = new FormData()
    none.set('documentType', 'bankStatements')
    expect((await refused(() => sendForm(none))).error).toBe(say.noFile)
    const two = new FormData()
    two.append('file', new File([new Uint8Array(SMALL_PDF)], 'a.pdf'))
    two.append('file', new File([new Uint8Array(SMALL_PDF)], 'b.pdf'))
    two.set('documentType', 'bankStatements')
    expect((await refused(() => sendForm(two))).error).toBe(say.oneFile)
  })

  it('a file without a session, under an expired one, or for another company', async () => {
    expect(await refusedFile({ headers: {} })).toEqual({ status: 400, error: say.sessionNeeded })
    const answer = await refusedFile({ headers: { 'x-form-session': 'nonsense' } })
    expect(answer).toEqual({ status: 400, error: applicantMessages.form.sessionExpired })
    const { id } = await makeCompany(services)
    const mismatch = applicantMessages.form.companyMismatch
    expect((await refusedFile({ fields: { companyId: id } })).error).toBe(mismatch)
    expect((await refusedFile({ after: { companyId: id } })).error).toBe(mismatch)
  })

  it('an eleventh file, even when all come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(url, { headers: header() })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await filesOf()).toHaveLength(10)
    expect(await storedDocuments(services)).toHaveLength((await rows()).length)
    expect(await refusedFile({})).toEqual({ status: 409, error: say.full(10) })
  })

  it('files for a form that asks for none', async () => {
    const appEditorSettings = JSON.stringify({ bankStatements: { last3Months: false } })
    const company = await makeCompany(services, { appEditorSettings })
    const { slug } = await makeLink(services, company.id)
    const headers = { 'x-form-session': await openFormSession(url, slug) }
    expect((await refusedFile({ headers })).error).toBe(say.notAsked)
  })

  it('JSON, and a body that ends too soon', async () => {
    const json = await refused(() => call(url, 'POST', '/documents/upload-public', { body: {} }))
    expect(json.status).toBe(415)
    const broken = await refused(() =>
      call(url, 'POST', '/documents/upload-public', {
        body: `--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${SMALL_PDF.toString()}`,
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...header() },
      }),
    )
    expect(broken).toEqual({ status: 400, error: say.incomplete })
  })

  it('a client that goes away in the middle', async () => {
    const before = await state()
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/documents/upload-public HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\nx-form-session: ${token}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; ' +
        `filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n${SMALL_PDF.toString()}${'x'.repeat(100_000)}`,
    )
    await expect.poll(async () => (await storedDocuments(services)).length).toBe(before.files.length + 1)
    socket.destroy()
    await expect.poll(async () => (await storedDocuments(services)).length).toBe(before.files.length)
    expect(await state()).toEqual(before)
  })

  it('a file that cannot be stored is our fault, and told so', async () => {
    const folder = path.join(services.config.dataDir, 'files', 'documents')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'in the way')
    const before = log.length
    const answer = await upload(url, { name: 'ann-peña-statement.pdf', headers: header() })
    await rm(folder)
    await rename(`${folder}-away`, folder)
    expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
    const requestId = answer.headers.get('x-request-id') ?? ''
    expect(answer.body.error).toBe(`Something went wrong on our side. Quote the request id ${requestId}.`)
    const line = log.slice(before).find((each) => each.includes('request failed')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ reqId: requestId, err: { code: 'EEXIST' } })
    expect(line).not.toContain('peña')
  })

  it('a file that finds no room asks to try again in a while, and leaves nothing', async () => {
    const { storage } = services
    const { put } = storage
    // A write that fails half way, as on a disk that has just become full.
    storage.put = (name, source) =>
      put(
        name,
        Readable.from(
          (async function* () {
            for await (const chunk of source) {
              yield chunk
              throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
                code: 'ENOSPC',
                syscall: 'write',
              })
            }
          })(),
        ),
      )
    const before = await storedDocuments(services)
    const [small, large] = [
      await upload(url, { headers: header() }),
      await upload(url, {
        headers: header(),
        content: Buffer.concat([SMALL_PDF, Buffer.alloc(1_000_000), SMALL_PDF]),
      }),
    ]
    storage.put = put
    for (const { status, headers, body } of [small, large]) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    }
    expect(await storedDocuments(services)).toEqual(before)
  })

  const sendForm = async (form: FormData) => {
    const answer = await fetch(`${url}/api/documents/upload-public`, {
      method: 'POST',
      body: form,
      headers: header(),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  /** Without a Content-Length the size shows only on the way. */
  const sendChunked = async (content: Buffer) => {
    const head =
      '--x\r\nContent-Disposition: form-data; name="documentType"\r\n\r\nbankStatements\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n' +
      'Content-Type: application/pdf\r\n\r\n'
    const parts = [Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new Uint8Array(part))
        controller.close()
      },
    })
    const answer = await fetch(`${url}/api/documents/upload-public`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', ...header() },
      body,
      duplex: 'half',
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
})

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
    const later = await upload(url, { after: { clientFileId, formSubmissionId: token } })
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
    expect((await takeBack(randomUUID(), token)).status).toBe(404)
    const stored = await storedDocuments(services)
    expect((await takeBack(clientFileId.toUpperCase(), token)).body.data).toMatchObject({ clientFileId })
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
    await submitApplication(url, token)
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

describe('taking a file back', () => {
  const remove = (id: string, formSession = token) =>
    call(url, 'DELETE', `/documents/upload-public/${id}`, { headers: { 'x-form-session': formSession } })

  it('erases it, and it no longer counts', async () => {
    const before = await storedDocuments(services)
    const uploaded = await Promise.all(Array.from({ length: 10 }, () => upload(url, { headers: header() })))
    const [first] = uploaded.map(({ body }) => idOf(body))
    expect((await remove(first ?? '')).status).toBe(200)
    expect(await filesOf()).toHaveLength(9)
    expect(await storedDocuments(services)).toHaveLength(before.length + 9)
    expect((await upload(url, { headers: header() })).status).toBe(200)
    expect((await remove(first ?? '')).status).toBe(404)
  })

  it('is not for another session, and not after the submit', async () => {
    const id = idOf((await upload(url, { headers: header() })).body)
    expect((await remove(id, await openFormSession(url))).status).toBe(404)
    expect((await call(url, 'DELETE', `/documents/upload-public/${id}`)).status).toBe(400)

    expect((await submitApplication(url, token)).status).toBe(200)
    const late = await remove(id)
    expect([late.status, late.body.error]).toEqual([409, say.closed])
    const added = await upload(url, { headers: header() })
    expect([added.status, added.body.error]).toEqual([409, say.closed])
    expect(await filesOf()).toHaveLength(1)
  })
})

describe('somebody who is signed in', () => {
  it('uploads to the own company without a session, and to no other', async () => {
    const company = await makeCompany(services)
    const other = await makeCompany(services)
    const { email } = await makeCompanyAdmin(services, company.id)
    const headers = { authorization: `Bearer ${await signIn(url, email)}` }

    const { status, body } = await upload(url, { headers })
    expect(status).toBe(200)
    const [row] = (await rows()).filter(({ id }) => id === idOf(body))
    expect(row).toMatchObject({ companyId: company.id, formSessionId: null })
    expect((await upload(url, { headers, after: { companyId: company.id } })).status).toBe(200)
    expect((await upload(url, { headers, fields: { companyId: other.id } })).status).toBe(400)
    expect((await upload(url, { headers, after: { companyId: other.id } })).status).toBe(400)
  })
})

it('lists files as they were chosen, though of two at a time the later one arrived first', async () => {
  const early = idOf((await upload(url, { headers: header() })).body)
  const late = idOf((await upload(url, { headers: header() })).body)
  const arrived = new Date(Date.now() + 1000)
  await asSystem(services.db, 'test', (client) =>
    client.document.update({ where: { id: early }, data: { createdAt: arrived } }),
  )
  expect((await filesOf()).map(({ id }) => id)).toEqual([early, late])
})

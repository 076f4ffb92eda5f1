import { rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { applicantMessages } from '#domain/messages/applicant'
import { openFormSession } from '../test/support/applicant.ts'
import { call, makeCompany, makeLink } from '../test/support/factories.ts'
import {
  smallJpeg,
  smallPng,
  SMALL_PDF,
  storedDocuments,
  upload,
  type Upload,
} from '../test/support/uploads.ts'
import { startUploadTests } from './upload.fixture.ts'

const { url, services, log, say, rows, state, session, header, filesOf } = await startUploadTests()

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
      `POST /api/documents/upload-public HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\nx-form-session: ${session.token}\r\n` +
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

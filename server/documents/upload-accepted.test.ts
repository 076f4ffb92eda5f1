import { describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, signIn } from '../test/support/factories.ts'
import {
  smallJpeg,
  smallPng,
  SMALL_PDF,
  storedDocuments,
  upload,
  type Upload,
} from '../test/support/uploads.ts'
import { startUploadTests } from './upload.fixture.ts'

const { url, services, log, say, rows, session, header, idOf, filesOf } = await startUploadTests()

describe('attaching a file', () => {
  it('answers its record and its url', async () => {
    const { status, body } = await upload(url, { fields: { formSubmissionId: session.token } })
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
        statementMonth: null,
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
    await services.db.system('test').write((client) =>
      client.document.update({
        where: { id: second?.id ?? '' },
        data: { filename: first?.filename ?? null },
      }),
    )
    expect((await filesOf()).map(({ name }) => name)).toEqual(['Ann Lee.pdf', 'document'])
    expect(log.filter((line) => line.includes('a file name does not open'))).toHaveLength(1)
  })

  it('takes the session after the file, or in a header', async () => {
    expect((await upload(url, { after: { formSubmissionId: session.token } })).status).toBe(200)
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

describe('taking a file back', () => {
  const remove = (id: string, formSession = session.token) =>
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

    expect((await submitApplication(url, session.token)).status).toBe(200)
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
  await services.db
    .system('test')
    .write((client) => client.document.update({ where: { id: early }, data: { createdAt: arrived } }))
  expect((await filesOf()).map(({ id }) => id)).toEqual([early, late])
})

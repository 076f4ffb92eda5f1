import { describe, expect, it } from 'vitest'
import { call } from '../../test/support/factories.ts'
import { SMALL_PDF } from '../../test/support/uploads.ts'
import { type Row, startSubmissionTests } from '../submission.fixture.ts'

const { url, services, admin, alpha } = await startSubmissionTests()

describe('one application', () => {
  it('is opened with sensitive values masked and a marker for each signature', async () => {
    const { body } = await call(url, 'POST', `/form/submissions/${alpha.ids[1]}/views`, {
      token: alpha.token,
    })
    const formData = JSON.parse((body.data as Row).formData) as Record<string, string>
    expect((body.data as Row & { answers: unknown }).answers).toEqual(formData)
    expect(formData).toMatchObject({
      legalName: 'Birch_Tools',
      bankBalance: '12,300.50',
      partner1SSN: '***-**-9876',
      taxId: '**-***6780',
      signer1Signature: '[signature]',
    })
    expect(formData.partner1DOB).not.toContain('1980-05')
  })

  it('is shown whole, and that is written down', async () => {
    const [id = ''] = alpha.ids
    const { status, body } = await call(url, 'GET', `/form/submissions/${id}`, { token: alpha.token })
    expect(status).toBe(200)
    const { formData } = body.data as Row
    expect(JSON.parse(formData)).toMatchObject({
      partner1SSN: '123-45-6789',
      signer1Signature: expect.stringMatching(/^data:image\/png;base64,/),
    })
    const [entry] = await services.db
      .system('test')
      .write((client) => client.auditEntry.findMany({ where: { act: 'submission-revealed', objectId: id } }))
    expect(entry).toMatchObject({ companyId: alpha.company.id, actorId: alpha.user.id, ip: '127.0.0.1' })
  })

  it('has its documents, byte for byte', async () => {
    const [id = ''] = alpha.ids
    const { body } = await call(url, 'GET', `/documents/form-submission/${id}`, { token: alpha.token })
    const [document] = body.data as { id: string; originalFilename: string; fileSize: number }[]
    expect(document).toMatchObject({ originalFilename: 'Ash 100% Bakery.pdf', fileSize: SMALL_PDF.length })
    const answer = await fetch(`${url}/api/documents/document/${document?.id}?download=1`, {
      headers: { authorization: `Bearer ${alpha.token}` },
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(SMALL_PDF)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Ash 100_ Bakery.pdf"; filename*=UTF-8''Ash%20100%25%20Bakery.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(
      await services.db
        .system('test')
        .write((client) => client.auditEntry.count({ where: { objectId: document?.id } })),
    ).toBe(1)
  })

  it.each(['/form/pdf/%00', '/documents/document/%00'])(
    '%s is refused, not a fault of ours',
    async (path) => {
      const { status, body } = await call(url, 'GET', path, { token: admin })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )

  it('tells while there is no PDF', async () => {
    const { status, body } = await call(url, 'GET', `/form/pdf/${alpha.ids[0]}`, { token: alpha.token })
    expect([status, body.error]).toEqual([404, 'There is no PDF for this submission yet.'])
  })
})

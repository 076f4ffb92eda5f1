import { describe, expect, it } from 'vitest'
import { submissionAccepted } from '../jobs/submission-accepted.job.ts'
import { applicationPdf } from '../jobs/application-pdf.job.ts'
import { wholeText } from '../submissions/pdf/read-pdf.fixture.ts'
import { call, makeUser, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { revokeApplicantLinks } from './applicant-link.ts'
import { secondSignerCalls, SIGNED } from './second-signer.fixture.ts'

const { url, services, log } = await startTestServer()
const { invite, invited, view, sign } = secondSignerCalls(url)
const { write: inSystem } = services.db.system('test')
const rowsOf = (id: string) =>
  inSystem((tx) => tx.submissionAddition.findMany({ where: { submissionId: id } }))
const submissionOf = (id: string) => inSystem((tx) => tx.formSubmission.findUniqueOrThrow({ where: { id } }))
const signInAdmin = async () => signIn(url, (await makeUser(services, { isAdmin: true })).email)
const ENDED = [404, 'link_ended']

describe('a second signer', () => {
  it('reads the application masked, and nothing else', async () => {
    const { token } = await invited()
    const { body } = await view(token)
    const shown = body.data as { values: Record<string, string> }
    expect(shown).toMatchObject({ name: 'Robin Baker', signedAt: null, company: { nameOut: 'Demo Funding' } })
    expect(shown.values.partner1SSN).toMatch(/^\*\*\*-\*\*-\d{4}$/)
    expect(Object.keys(shown).sort()).toEqual(
      [
        'reference',
        'receivedAt',
        'signedAt',
        'signer',
        'name',
        'company',
        'values',
        'authorizationText',
        'disclaimer',
      ].sort(),
    )
    expect(JSON.stringify(shown)).not.toMatch(/base64|notifyEmails|secondSignerEmail/)
  })

  it('adds a signature to an unchanged application, sealed and with its evidence', async () => {
    const { id, token } = await invited()
    const before = await submissionOf(id)
    expect((await sign(token)).status).toBe(200)
    expect(await submissionOf(id)).toEqual(before)
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ kind: 'signature', clientIp: expect.stringMatching(/./) })
    expect(row?.digest).toHaveLength(32)
    expect(Buffer.from(row?.data ?? []).toString('latin1')).not.toContain('Robin')
    expect((await view(token)).body.data).toMatchObject({ signedAt: expect.any(String) })
    expect(log.join('')).not.toContain(token)
  })

  it('signs once, also at the same moment', async () => {
    const { id, receiptToken, token } = await invited()
    const answers = await Promise.all([sign(token), sign(token), sign(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await rowsOf(id)).toHaveLength(1)
    expect(await invite(receiptToken)).toMatchObject({ status: 409 })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ date: '2999-01-01' }, 'date'],
    [{ signature: '' }, 'signature'],
    [{ signature: 'data:image/png;base64,AAAA' }, 'signature'],
  ])('is asked again for %j', async (changes, field) => {
    const { token } = await invited()
    const { status, body } = await sign(token, changes)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect((await sign(token)).status).toBe(200)
  })

  it('tells how the own signature was made, and nothing of the first signer’s', async () => {
    const { token } = await invited()
    const { consent, signer2 } = SIGNED.signing
    const late = { ...signer2, endedAt: `2026-11-22T10:00:00.${'1'.repeat(100)}Z` }
    for (const signing of [{ consent }, { consent, signer2: late }, { ...SIGNED.signing, signer1: signer2 }])
      expect((await sign(token, { signing })).status).toBe(400)
    expect((await sign(token)).status).toBe(200)
  })

  it('finds unknown, replaced, ended and other links alike', async () => {
    const { id, receiptToken, token: replaced } = await invited()
    const { token: revoked } = await invite(receiptToken)
    const { companyId } = await submissionOf(id)
    await inSystem((tx) => revokeApplicantLinks(tx, { id, companyId }, ['signature'], ''))
    for (const token of ['x', replaced, revoked, receiptToken])
      for (const { status, body } of [await view(token), await sign(token)])
        expect([status, body.code]).toEqual(ENDED)
  })

  it('is shown to staff, and printed on copies but not on the original', async () => {
    const { id, token } = await invited()
    await applicationPdf(services, { id })
    await sign(token)
    const staff = await signInAdmin()
    const get = (path: string) => call(url, 'GET', path, { token: staff })
    const { body } = await get(`/form/submissions/${id}`)
    expect(body.data).toMatchObject({
      additions: [
        {
          name: 'Robin Baker',
          date: SIGNED.date,
          signature: expect.stringMatching(/^data:image\/png;base64,/),
        },
      ],
    })
    const masked = await call(url, 'POST', `/form/submissions/${id}/views`, { token: staff, body: {} })
    expect(masked.body.data).toMatchObject({ additions: [{ signature: '[signature]' }] })
    const textOf = async (query: string) => {
      const answer = await fetch(`${url}/api/form/pdf/${id}${query}`, {
        headers: { authorization: `Bearer ${staff}` },
      })
      return wholeText(Buffer.from(await answer.arrayBuffer()))
    }
    expect(await textOf('')).toContain('signature of Robin Baker')
    expect(await textOf('?original=1')).not.toContain('signature of')
  })
})

describe('a company that waits for the second signature', () => {
  const notices = (id: string) =>
    inSystem(
      (tx) =>
        tx.$queryRaw<
          { task: string; waits: boolean }[]
        >`SELECT task_identifier AS task, run_at > now() + interval '13 days' AS waits
            FROM graphile_worker.jobs WHERE starts_with(key, ${`notify:${id}`})`,
    )
  const waitsFor = async (waitForSecondSigner: boolean) => {
    const data = { notifyEmails: 'staff@example.com', applicantSettings: { waitForSecondSigner } }
    await inSystem((tx) => tx.company.updateMany({ data }))
    const { id, token } = await invited()
    await submissionAccepted(services, { id })
    return { id, token }
  }

  it('gets its notice with the signature', async () => {
    const { id, token } = await waitsFor(true)
    expect(await notices(id)).toEqual([{ task: 'notify', waits: true }])
    const staff = await signInAdmin()
    const row = async () => (await call(url, 'GET', `/form/submissions/${id}`, { token: staff })).body.data
    expect(await row()).toMatchObject({ awaitsSignature: true })
    await sign(token)
    expect(await notices(id)).toEqual([{ task: 'notify', waits: false }])
    expect(await row()).toMatchObject({ awaitsSignature: false })
  })

  it('and otherwise one at once and one of the signature', async () => {
    const { id, token } = await waitsFor(false)
    expect(await notices(id)).toEqual([{ task: 'notify', waits: false }])
    await sign(token)
    expect((await notices(id)).map(({ task }) => task).sort()).toEqual(['notify', 'notify-of-signature'])
  })
})

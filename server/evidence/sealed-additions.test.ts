import { describe, expect, it } from 'vitest'
import { secondSignerCalls, SIGNED as SECOND } from '../applicant/second-signer.fixture.ts'
import { applicationPdf } from '../jobs/application-pdf.job.ts'
import { sweep } from '../jobs/sweep.job.ts'
import { startRequestTests, SIGNED } from '../requests/request.fixture.ts'
import { destroyRows } from '../retention/destroy-rows.ts'
import { pageTexts } from '../submissions/pdf/read-pdf.fixture.ts'
import { call, makeCompany, makeCompanyAdmin, makeUser, signIn } from '../test/support/factories.ts'
import { knownCertificates } from './certificates.ts'
import { toDigest } from './seals.ts'
import { verifyPdf } from './verify/verify-pdf.ts'

const { url, services, apply, answer } = await startRequestTests({ seedDemo: true })
const { invited, sign } = secondSignerCalls(url)
const { write: run } = services.db.system('test')
const verify = async (pdf: Uint8Array) => verifyPdf(new Uint8Array(pdf), await knownCertificates(services.db))
const rowOf = (submissionId: string) =>
  run((client) => client.submissionAddition.findFirstOrThrow({ where: { submissionId } }))
const files = (submissionId: string) =>
  run((client) => client.sealedFile.findMany({ where: { submissionId } }))

async function get(token: string, id: string, query: string) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${url}/api/form/pdf/${id}${query}`, { headers })
  const name = decodeURIComponent(reply.headers.get('content-disposition') ?? '')
  return { status: reply.status, name, content: Buffer.from(await reply.arrayBuffer()) }
}
const textOf = async (pdf: Buffer) => (await pageTexts(pdf)).join(' ').replace(/\s+/g, ' ')

const staff = await signIn(url, (await makeUser(services, { isAdmin: true })).email)

async function signed() {
  const { id, token } = await invited()
  await applicationPdf(services, { id })
  await sign(token)
  const { id: addition } = await rowOf(id)
  return { id, addition }
}

describe('a later signature', () => {
  it('is a sealed file of its own, which names the digest of the original', async () => {
    const { id, addition } = await signed()
    const original = (await get(staff, id, '?original=1')).content
    expect((await get(staff, id, `?addition=${addition}`)).status).toBe(404)
    await applicationPdf(services, { id })
    const { content, name } = await get(staff, id, `?addition=${addition}`)
    expect(name).toContain('addition')
    const verdict = await verify(content)
    expect(verdict).toMatchObject({
      state: 'sealed',
      evidence: {
        kind: 'addition',
        submission: id,
        original: toDigest(original),
        signers: [{ name: SECOND.name }],
      },
    })
    const text = await textOf(content)
    for (const part of ['signature of Robin Baker', toDigest(original), 'A later signature was received'])
      expect(text).toContain(part)
    expect(text).not.toContain('Business information')
    expect((await get(staff, id, '?original=1')).content.equals(original)).toBe(true)
    expect((await files(id)).map(({ digest }) => digest).sort()).toEqual(
      [toDigest(original), toDigest(content)].sort(),
    )
  })

  it('is sealed once, and its job is queued with the signature', async () => {
    const { id, addition } = await signed()
    const queued = await run(
      (client) => client.$queryRaw<{ task: string }[]>`
        SELECT task_identifier AS task FROM graphile_worker.jobs WHERE key = ${`application-pdf:${id}`}`,
    )
    expect(queued).toEqual([{ task: 'seal-pdf' }])
    await Promise.all([applicationPdf(services, { id }), applicationPdf(services, { id })])
    const { content } = await get(staff, id, `?addition=${addition}`)
    await applicationPdf(services, { id })
    expect((await get(staff, id, `?addition=${addition}`)).content.equals(content)).toBe(true)
    expect((await files(id)).filter(({ additionId }) => additionId)).toMatchObject([
      { digest: toDigest(content) },
    ])
  })

  it('is queued again by the sweep when its job was lost', async () => {
    const { id } = await signed()
    await run((client) => client.$executeRaw`DELETE FROM graphile_worker._private_jobs`)
    await sweep(services)
    const jobs = await run(
      (client) => client.$queryRaw<{ key: string }[]>`SELECT key FROM graphile_worker.jobs`,
    )
    expect(jobs).toContainEqual({ key: `application-pdf:${id}` })
  })

  it('is for those who may read the submission, and its download is recorded', async () => {
    const { id, addition } = await signed()
    await applicationPdf(services, { id })
    const other = await makeCompany(services)
    const stranger = await signIn(url, (await makeCompanyAdmin(services, other.id)).email)
    expect((await get(stranger, id, `?addition=${addition}`)).status).toBe(404)
    const { id: another } = await signed()
    expect((await get(staff, another, `?addition=${addition}`)).status).toBe(404)
    await get(staff, id, `?addition=${addition}&download=1`)
    const act = 'submission-pdf-downloaded' as const
    const entries = await run((client) => client.auditEntry.findMany({ where: { objectId: id, act } }))
    expect(entries.at(-1)?.detail).toMatchObject({ addition, download: true })
    const { body } = await call(url, 'GET', `/form/submissions/${id}`, { token: staff })
    expect(body.data).toMatchObject({ additions: [{ id: addition, hasPdf: true }] })
  })

  it('goes with its submission: the file and its digest', async () => {
    const { id, addition } = await signed()
    await applicationPdf(services, { id })
    const { companyId, createdAt, pdfFile } = await run((client) =>
      client.submissionDesk.findUniqueOrThrow({ where: { id } }),
    )
    const removed = await services.db
      .system('test')
      .write((tx) => destroyRows(tx, { id, companyId, createdAt, pdfFile }, { days: 30 }))
    expect(removed.files).toEqual(expect.arrayContaining([`pdfs/${id}`, `pdfs/${addition}`]))
    expect(await files(id)).toEqual([])
  })
})

it('a signed correction is a sealed file of its own', async () => {
  const { id, token, asked } = await apply()
  await applicationPdf(services, { id })
  const { token: link } = await asked({ kind: 'correction', field: 'dbaName' })
  const given = await answer(link, [{ item: 0, text: 'The Crust' }], SIGNED)
  expect(given.status).toBe(200)
  await applicationPdf(services, { id })
  const { content } = await get(token, id, `?addition=${(await rowOf(id)).id}`)
  const original = toDigest((await get(token, id, '?original=1')).content)
  expect(await verify(content)).toMatchObject({
    state: 'sealed',
    evidence: { kind: 'addition', original, signers: [{ name: SIGNED.name }] },
  })
  const text = await textOf(content)
  expect(text).toContain('The Crust (before:')
  expect(text).toContain('Signer 1')
  expect(text).not.toContain('Signer 2')
})

import { afterAll, describe, expect, it } from 'vitest'
import { applicationPdf } from '../jobs/application-pdf.job.ts'
import { workerWorld } from '../jobs/worker.fixture.ts'
import { renderStamped } from '../submissions/pdf/submission-pdf.ts'
import { printedSelect, toPrintedRow } from '../submissions/pdf/to-printed-application.ts'
import { pageTexts } from '../submissions/pdf/read-pdf.fixture.ts'
import { maskNumbers } from '#domain/catalogue/formatted-view'
import { startTimestampAuthority } from '../test/support/timestamp-authority.ts'
import { knownCertificates } from './certificates.ts'
import { toDigest } from './seals.ts'
import { verifyPdf } from './verify/verify-pdf.ts'

const authority = await startTimestampAuthority()
afterAll(() => authority.stop())
const { services, db, accept, submission, storedPdf, jobs, clearJobs, logged } = await workerWorld()
const stamped = { ...services, config: { ...services.config, timestampUrl: authority.url } }
const verify = async (pdf: Uint8Array) => verifyPdf(new Uint8Array(pdf), await knownCertificates(db))
const digests = (submissionId: string) =>
  db.system('test').write((client) => client.sealedFile.findMany({ where: { submissionId } }))
const lastPage = async (pdf: Buffer) => ((await pageTexts(pdf)).at(-1) ?? '').replace(/\s+/g, ' ')

describe('the original', () => {
  it('is sealed, ends with an evidence page, and its digest is known', async () => {
    const id = await accept({ queued: false })
    await applicationPdf(services, { id })
    const pdf = await storedPdf(id)
    const verdict = await verify(pdf)
    expect(verdict).toMatchObject({
      state: 'sealed',
      timestampedAt: null,
      evidence: { kind: 'original', submission: id, original: null },
    })
    expect(await digests(id)).toEqual([
      {
        digest: toDigest(pdf),
        submissionId: id,
        additionId: null,
        sealedAt: new Date(verdict.sealedAt ?? ''),
      },
    ])
    const page = await lastPage(pdf)
    for (const text of [
      'Evidence',
      id,
      'o…@penamarine.example.com · …0177',
      'The form was opened',
      'PAdES B-B',
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('office@penamarine')
    for (const { rows } of verdict.evidence?.page ?? [])
      for (const [label] of rows) expect(page).toContain(label.slice(0, 20))
  })

  it('is stored once and never written again', async () => {
    const id = await accept({ queued: false })
    await applicationPdf(services, { id })
    const before = await storedPdf(id)
    await db
      .system('test')
      .write((client) =>
        client.submissionDesk.update({ where: { id }, data: { pdfState: 'pending', pdfFile: null } }),
      )
    await applicationPdf(services, { id })
    expect((await storedPdf(id)).equals(before)).toBe(true)
    expect(await digests(id)).toHaveLength(1)
  })

  it('has the time of the authority', async () => {
    const id = await accept({ queued: false })
    await applicationPdf(stamped, { id })
    const pdf = await storedPdf(id)
    expect(await verify(pdf)).toMatchObject({ state: 'sealed', timestampedAt: expect.any(String) })
    expect(await lastPage(pdf)).toContain('PAdES B-LTA')
  })

  it('waits while the authority is away, and is completed once it is back', async () => {
    await clearJobs()
    const id = await accept({ queued: false })
    authority.isAway = true
    await applicationPdf(stamped, { id })
    expect(await submission(id)).toMatchObject({ pdfState: 'pending', pdfFile: null })
    expect(await digests(id)).toEqual([])
    expect(await jobs()).toMatchObject([{ key: `application-pdf:${id}`, attempts: 0 }])
    expect(logged.join()).toContain('waits for a time stamp')
    authority.isAway = false
    await applicationPdf(stamped, { id })
    expect(await verify(await storedPdf(id))).toMatchObject({
      state: 'sealed',
      timestampedAt: expect.any(String),
    })
    expect(await digests(id)).toHaveLength(1)
  })

  it('is sealed without a time stamp after 24 hours, and says so', async () => {
    const id = await accept({ queued: false })
    const createdAt = new Date(Date.now() - 24.1 * 3_600_000)
    await db
      .system('test')
      .write((client) => client.formSubmission.update({ where: { id }, data: { createdAt } }))
    authority.isAway = true
    await applicationPdf(stamped, { id })
    authority.isAway = false
    const pdf = await storedPdf(id)
    expect(await verify(pdf)).toMatchObject({ state: 'sealed', timestampedAt: null })
    expect(await lastPage(pdf)).toContain('the authority did not answer for 24 hours')
  })
})

describe('a copy', () => {
  const copyOf = async (id: string) => {
    const row = await db
      .system('test')
      .write((client) => client.submissionDesk.findUniqueOrThrow({ where: { id }, select: printedSelect }))
    return renderStamped(services, toPrintedRow(row), 'Ann', { mask: maskNumbers, forApplicant: true })
  }

  it('is sealed and names the digest of its original', async () => {
    const id = await accept({ queued: false })
    await applicationPdf(services, { id })
    const original = toDigest(await storedPdf(id))
    const copy = await copyOf(id)
    expect(await verify(copy)).toMatchObject({
      state: 'copy',
      evidence: { kind: 'copy', submission: id, original },
    })
    expect(await lastPage(copy)).toContain(original)
    expect(await digests(id)).toHaveLength(1)
  })

  it('says that the original was not sealed yet', async () => {
    const id = await accept({ queued: false })
    const copy = await copyOf(id)
    expect(await verify(copy)).toMatchObject({ state: 'copy', evidence: { original: null } })
    expect(await lastPage(copy)).toContain('The original had no seal')
  })
})

it('destroying a submission removes its digest', async () => {
  const id = await accept({ queued: false })
  await applicationPdf(services, { id })
  await db.system('test').write((client) => client.formSubmission.delete({ where: { id } }))
  expect(await digests(id)).toEqual([])
})

it('no key of a seal is logged', async () => {
  const rows = await db.system('test').write((client) => client.sealCertificate.findMany())
  const wrapped = rows.flatMap(({ wrappedKey }) =>
    wrappedKey ? [Buffer.from(wrappedKey).toString('base64')] : [],
  )
  expect(wrapped.length).toBeGreaterThan(0)
  for (const line of logged) expect(line).not.toMatch(/PRIVATE KEY|"d":/)
})

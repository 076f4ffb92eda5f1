import { describe, expect, it } from 'vitest'
import { hashToken } from '../auth/tokens.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { startTestServer } from '../test/support/server.ts'
import {
  applicantLinkExpiry,
  createApplicantLink,
  findApplicantLink,
  revokeApplicantLinks,
  useApplicantLink,
} from './applicant-link.ts'
import { verifyReceiptToken } from './receipt-token.ts'

const { url, services } = await startTestServer()

const token = await openFormSession(url)
const { body } = await submitApplication(url, token)
const receipt = body.data?.receiptToken ?? ''
const id = body.data?.id ?? ''
const { write: inSystem } = services.db.system('test')
const { companyId } = await inSystem((tx) => tx.formSubmission.findUniqueOrThrow({ where: { id } }))

const create = (purpose: 'status' | 'signature' | 'move', days = 1) =>
  inSystem((tx) =>
    createApplicantLink(tx, { purpose, formSessionId: id, companyId, expiresAt: applicantLinkExpiry(days) }),
  )
const find = (of: string, ...purposes: Parameters<typeof findApplicantLink>[2]) =>
  findApplicantLink(services, of, purposes)
const ENDED = { code: 'link_ended', status: 404 }

describe('a link of an applicant', () => {
  it('opens what it was made for, and nothing else', async () => {
    const link = await create('status')
    expect(await find(link, 'receipt', 'status')).toMatchObject({ formSessionId: id, companyId })
    await expect(find(link, 'signature', 'move')).rejects.toMatchObject(ENDED)
  })

  it('is stored as a hash', async () => {
    const link = await create('signature')
    const rows = await inSystem((tx) => tx.applicantLink.findMany())
    expect(rows.map((row) => row.id)).toContain(hashToken(link))
    expect(JSON.stringify(rows)).not.toContain(link)
  })

  it('ends with its time, by its use and by being revoked', async () => {
    await expect(find(await create('status', -1), 'status')).rejects.toMatchObject(ENDED)
    const once = await create('move')
    const uses = [1, 2].map(() => inSystem((tx) => useApplicantLink(tx, hashToken(once))))
    const outcomes = (await Promise.allSettled(uses)).map(({ status }) => status)
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(find(once, 'move')).rejects.toMatchObject(ENDED)
    const revoked = await create('status')
    await inSystem((tx) => revokeApplicantLinks(tx, { id, companyId }, ['status'], receipt))
    await expect(find(revoked, 'status')).rejects.toMatchObject(ENDED)
    expect(await find(receipt, 'receipt')).toMatchObject({ formSessionId: id })
  })
})

describe('a receipt', () => {
  it('is the same after a repeated submit and from the session, and is no session token', async () => {
    expect((await submitApplication(url, token)).body.data).toEqual(body.data)
    const state = await fetch(`${url}/api/form/session/state`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ formSubmissionId: token }),
    })
    expect(await state.json()).toMatchObject({ data: { receiptToken: receipt } })
    await expect(find(token, 'receipt')).rejects.toMatchObject(ENDED)
    for (const forged of [`${id}.${'A'.repeat(43)}`, `${id}.`, '', 'x'.repeat(5000), receipt.toUpperCase()])
      await expect(find(forged, 'receipt')).rejects.toMatchObject(ENDED)
  })

  it('ends when it is revoked', async () => {
    expect(await find(receipt, 'receipt')).toMatchObject({ purpose: 'receipt', companyId })
    await expect(find(receipt, 'status')).rejects.toMatchObject(ENDED)
    // Bits that the last character doesn't need, and a receipt that an earlier MAC key made.
    const written = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', (last) =>
      receipt.slice(0, -1).concat(last),
    ).filter((other) => verifyReceiptToken(services.keys, other) === id)
    expect(written.length).toBeGreaterThan(1)
    await inSystem((tx) => revokeApplicantLinks(tx, { id, companyId }, ['receipt'], 'of an earlier key'))
    for (const other of written) await expect(find(other, 'receipt')).rejects.toMatchObject(ENDED)
  })
})

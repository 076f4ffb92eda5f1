import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { draftOf, saveDraft, sessionRow } from '../test/support/drafts.ts'
import { call } from '../test/support/factories.ts'
import { storedDocuments, upload } from '../test/support/uploads.ts'
import { startDraftTests } from './draft.fixture.ts'

const { url, services } = await startDraftTests()

const DAY_MS = 24 * 60 * 60 * 1000

describe('how long a draft lives', () => {
  it('it is gone with the submit, which the column shows', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { city: 'X', partner1SSN: '417-62-8835' })
    expect((await sessionRow(services, token))?.draft?.length).toBeGreaterThan(50)
    expect((await submitApplication(url, token)).status).toBe(200)
    const row = await sessionRow(services, token)
    expect([row?.submittedAt, row?.draft]).toEqual([expect.any(Date), null])
    expect(await draftOf(url, token)).toBeNull()
  })

  it('a save that meets the submit is either in time or refused, and none outlives it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = await openFormSession(url)
      const [submitted, ...saves] = await Promise.all([
        submitApplication(url, token),
        ...Array.from({ length: 8 }, () => saveDraft(url, token, { city: 'Y' })),
      ])
      expect(submitted?.status).toBe(200)
      for (const { status } of saves) expect([200, 409]).toContain(status)
      expect(await sessionRow(services, token)).toMatchObject({ draft: null, submittedAt: expect.any(Date) })
    }
  })

  it('every save extends the time of the session', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { city: 'X' })
    const id = token.split('.')[0] ?? ''
    const soon = new Date(Date.now() + 60_000)
    await services.db
      .system('test')
      .write((client) => client.formSession.update({ where: { id }, data: { expiresAt: soon } }))
    await saveDraft(url, token, { city: 'Y' })
    const { expiresAt } = (await sessionRow(services, token)) ?? {}
    const days = ((expiresAt?.getTime() ?? 0) - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(LIMITS.draftDays - 0.01)
    expect(days).toBeLessThanOrEqual(LIMITS.draftDays)
  })
})

describe('starting over', () => {
  const discard = (token: string) =>
    call(url, 'DELETE', '/form/session/draft', { headers: { 'x-form-session': token } })
  const filesOf = (token: string) =>
    services.db
      .system('test')
      .write((client) => client.document.count({ where: { formSessionId: token.split('.')[0] ?? '' } }))

  it('erases draft and files at once and ends the session', async () => {
    const token = await openFormSession(url)
    const headers = { 'x-form-session': token }
    const before = (await storedDocuments(services)).length
    await saveDraft(url, token, { city: 'X', partner1SSN: '417-62-8835' })
    await upload(url, { headers })
    const { status, body } = await discard(token)
    expect([status, body.data]).toEqual([
      200,
      { files: [], submittedAt: null, receiptToken: null, movedAt: null, draft: null },
    ])
    expect((await sessionRow(services, token))?.draft).toBeNull()
    expect(await filesOf(token)).toBe(0)
    expect(await storedDocuments(services)).toHaveLength(before)
    for (const late of [
      await saveDraft(url, token, { city: 'Late' }),
      await upload(url, { headers }),
      await submitApplication(url, token),
      await discard(token),
    ]) {
      expect([late.status, late.body.code]).toEqual([400, 'session_expired'])
    }
    expect((await sessionRow(services, token))?.draft).toBeNull()
  })

  it('leaves nothing of saves and uploads that are on their way', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { city: 'X' })
    const before = (await storedDocuments(services)).length
    await Promise.all([
      ...Array.from({ length: 6 }, () => saveDraft(url, token, { city: 'Y' })),
      discard(token),
      ...Array.from({ length: 6 }, () => upload(url, { headers: { 'x-form-session': token } })),
    ])
    expect((await sessionRow(services, token))?.draft).toBeNull()
    expect(await filesOf(token)).toBe(0)
    expect(await storedDocuments(services)).toHaveLength(before)
  })

  it('ends a session that holds nothing yet, and none that was submitted', async () => {
    const empty = await openFormSession(url)
    expect((await discard(empty)).status).toBe(200)
    expect((await saveDraft(url, empty, { city: 'Late' })).body.code).toBe('session_expired')
    expect((await sessionRow(services, empty))?.draft).toBeNull()

    const token = await openFormSession(url)
    await upload(url, { headers: { 'x-form-session': token } })
    await submitApplication(url, token)
    expect((await discard(token)).status).toBe(409)
    expect(await filesOf(token)).toBe(1)
    expect((await discard('nonsense')).body.code).toBe('session_expired')
    expect((await call(url, 'DELETE', '/form/session/draft')).body.code).toBe('session_expired')
  })
})

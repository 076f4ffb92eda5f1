import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { saveDraft, sessionRow } from '../../test/support/drafts.ts'
import { call } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'
import { beginUpload, smallPng, SMALL_PDF, storedDocuments, upload } from '../../test/support/uploads.ts'
import { makeToken } from '../../form-sessions/token.ts'
import { storeLogo } from './logo.ts'
import { sweepFormSessions } from './sweep-form-sessions.ts'

const { url, services } = await startTestServer()

it('erases expired sessions with their files, never what was submitted', async () => {
  const [open, expired, submitted] = await Promise.all([1, 2, 3].map(() => openFormSession(url)))
  for (const token of [open, expired, submitted])
    await upload(url, { headers: { 'x-form-session': token ?? '' } })
  await submitApplication(url, submitted)
  const idOf = (token = '') => token.split('.')[0] ?? ''
  await services.db.system('test').write((client) =>
    client.formSession.updateMany({
      where: { id: { in: [idOf(expired), idOf(submitted)] } },
      data: { createdAt: new Date(0), expiresAt: new Date(0) },
    }),
  )
  const before = (await storedDocuments(services)).length
  expect(await sweepFormSessions(services)).toBe(1)
  expect(await storedDocuments(services)).toHaveLength(before - 1)
  const left = await services.db
    .system('test')
    .write((client) => client.formSession.findMany({ select: { id: true } }))
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([idOf(open), idOf(submitted)]))
  expect(left.map(({ id }) => id)).not.toContain(idOf(expired))
})

describe('a session that holds files only', () => {
  const HOUR_MS = 60 * 60 * 1000
  const sendFile = (token: string) => upload(url, { headers: { 'x-form-session': token } })
  const begin = async (hoursAgo: number): Promise<string> => {
    const link = await services.db
      .system('test')
      .write((client) => client.generatedLink.findUniqueOrThrow({ where: { slug: 'demo' } }))
    const token = makeToken(services.keys, link.id, Date.now() - hoursAgo * HOUR_MS)
    expect((await sendFile(token)).status).toBe(200)
    await services.db.system('test').write((client) =>
      client.formSession.update({
        where: { id: token.split('.')[0] ?? '' },
        data: { createdAt: new Date(Date.now() - hoursAgo * HOUR_MS) },
      }),
    )
    return token
  }

  it('is erased with them after 48 hours, one with a draft or a submit is not', async () => {
    // Begun in time, or the server would not take their first file.
    const [young, old, drafted, submitted] = await Promise.all([47, 47.9, 47.9, 47.9].map(begin))
    await saveDraft(url, drafted ?? '', { city: 'Austin' })
    await submitApplication(url, submitted)
    const before = (await storedDocuments(services)).length
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 0.5 * HOUR_MS })
    const swept = await sweepFormSessions(services)
    const again = await sendFile(old ?? '')
    vi.useRealTimers()
    expect([swept, (await storedDocuments(services)).length]).toEqual([1, before - 1])
    // Its page still shows the file as sent, and learns that it has to send it anew.
    expect([again.status, again.body.code]).toEqual([400, 'session_expired'])
    const left = await Promise.all(
      [young, old, drafted, submitted].map((token) => sessionRow(services, token ?? '')),
    )
    expect(left.map((row) => row !== null)).toEqual([true, false, true, true])
  })

  it('is not made again by an upload that was under way as it was erased', async () => {
    const token = await begin(1)
    const finish = await beginUpload(url, token, SMALL_PDF)
    await services.db.system('test').write(async (client) => {
      const session = { formSessionId: token.split('.')[0] ?? '' }
      // The row is looked up once the upload's file has begun to arrive.
      await expect.poll(() => storedDocuments(services)).toContainEqual(expect.stringMatching(/^\./))
      await client.document.deleteMany({ where: session })
      await client.formSession.deleteMany({ where: { id: session.formSessionId } })
    })
    expect((await finish()).body.code).toBe('session_expired')
    expect(await sessionRow(services, token)).toBeNull()
  })
})

it('keeps a draft and its files for DRAFT_DAYS after the last write, then erases them', async () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const server = await startTestServer({ draftDays: 2 })
  const link = await server.services.db
    .system('test')
    .write((client) => client.generatedLink.findUniqueOrThrow({ where: { slug: 'demo' } }))
  const opened = (daysAgo: number) => makeToken(server.services.keys, link.id, Date.now() - daysAgo * DAY_MS)
  const [stale, token] = [opened(2.01), opened(1.9)]
  expect((await saveDraft(server.url, stale, { city: 'X' })).body.code).toBe('session_expired')
  expect((await saveDraft(server.url, token, { partner1SSN: '417-62-8835' })).status).toBe(200)
  await upload(server.url, { headers: { 'x-form-session': token } })
  const { expiresAt } = (await sessionRow(server.services, token)) ?? {}
  const left = (expiresAt?.getTime() ?? 0) - Date.now()
  expect(left).toBeGreaterThan(2 * DAY_MS - 60_000)
  expect(left).toBeLessThanOrEqual(2 * DAY_MS)

  /** As if time had gone by since the last write. */
  const wait = (days: number) =>
    server.services.db
      .system('test')
      .write(
        (client) =>
          client.$executeRaw`UPDATE "FormSession" SET "expiresAt" = "expiresAt" - make_interval(hours => ${days * 24}::int)`,
      )
  await wait(1)
  expect(await sweepFormSessions(server.services)).toBe(0)
  expect((await sessionRow(server.services, token))?.draft).not.toBeNull()
  await wait(1)
  expect(await sweepFormSessions(server.services)).toBe(1)
  expect(await sessionRow(server.services, token)).toBeNull()
  expect(await storedDocuments(server.services)).toEqual([])
  expect(await server.services.db.system('test').write((client) => client.document.count())).toBe(0)
})

it('draws a logo anew, small enough, without what else was in the file, and serves it to anybody', async () => {
  const large = await sharp({ create: { width: 2000, height: 500, channels: 3, background: 'red' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRET-MARK' } })
    .toBuffer()
  const logoUrl = await storeLogo(services, large)
  const answer = await fetch(`${url}${logoUrl}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 540, height: 135 })
  expect(bytes.includes('SECRET-MARK')).toBe(false)

  expect((await call(url, 'GET', '/logos/none.png')).status).toBe(404)
  expect((await call(url, 'GET', `/logos/${'0'.repeat(36)}.png`)).status).toBe(404)
  expect((await call(url, 'GET', '/logos/..%2fdocuments%2fyoung')).status).toBe(404)
})

it('takes no logo that is something else, broken, or a bomb', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const gif = await sharp(await smallPng())
    .webp()
    .toBuffer()
    .catch(() => svg)
  const png = await smallPng()
  const noise = Buffer.concat([
    png.subarray(0, 60),
    Buffer.alloc(png.length - 72, 7),
    png.subarray(png.length - 12),
  ])
  const bomb = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  for (const bytes of [svg, gif, png.subarray(0, 50)]) {
    await expect(storeLogo(services, bytes)).rejects.toMatchObject({ code: 'unsupported_type' })
  }
  await expect(storeLogo(services, bomb)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(storeLogo(services, noise)).rejects.toThrow()
  await expect(storeLogo(services, Buffer.alloc(4 * 1024 * 1024))).rejects.toMatchObject({
    code: 'too_large',
  })
})

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { formMessages } from '#domain/messages/form'
import { pdfMessages } from '#domain/messages/pdf'
import { applicationPdf } from '../../jobs/application-pdf.job.ts'
import { wholeText } from '../pdf/read-pdf.fixture.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, signIn } from '../../test/support/factories.ts'
import { bomb, drawingUrl, heaviest, undecodable } from '../../test/support/pngs.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'
import { SIGNED as SECOND, secondSignerCalls } from '../../applicant/second-signer.fixture.ts'
import { registerSubmission } from '../../registrations/register.service.ts'
import { sealAddition } from '../view/submission-additions.ts'
import { sealedSelect, sealTexts, sessionKey, toSubmissionTexts } from '../accept/sealed-submission.ts'

const { url, services } = await startTestServer({ role: 'web' })
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const { invited, sign } = secondSignerCalls(url)
const { problems } = formMessages

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#123' } })
    .png()
    .toBuffer()
const fake = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.alloc(400, 7),
  Buffer.from('0000000049454e44ae426082', 'hex'),
])

const REFUSED: [string, string, string][] = [
  ['20,000 pixels square', drawingUrl(bomb(20_000)), problems.signaturePixels],
  ['2,001 pixels wide', drawingUrl(await canvas(2001, 10)), problems.signaturePixels],
  ['only begins and ends as a picture', drawingUrl(fake), problems.signature],
  [
    'has a script behind it',
    drawingUrl(Buffer.concat([await canvas(40, 12), Buffer.from('<script>')])),
    problems.signature,
  ],
  ['has a space before it', ` ${drawingUrl(await canvas(40, 12))}`, problems.signature],
]

describe.each(REFUSED)('a drawing that is %s', (_name, drawing, text) => {
  it('is refused in a submit, beside its field', async () => {
    const session = await openFormSession(url)
    expect(await submitApplication(url, session, { signer1Signature: drawing })).toMatchObject({
      status: 400,
      body: { fields: { signer1Signature: text } },
    })
  })

  it('is refused of a second signer', async () => {
    const { token: link } = await invited()
    expect(await sign(link, { signature: drawing })).toMatchObject({
      status: 400,
      body: { fields: { signature: text } },
    })
    expect((await sign(link)).status).toBe(200)
  })
})

it('the largest drawing is taken, stored as sent, and the same again is the same application', async () => {
  const drawing = drawingUrl(heaviest())
  const session = await openFormSession(url)
  const first = await submitApplication(url, session, { signer1Signature: drawing })
  expect(first.status).toBe(200)
  expect((await submitApplication(url, session, { signer1Signature: drawing })).body).toEqual(first.body)
  const other = { signer1Signature: drawingUrl(await canvas(800, 240)) }
  expect((await submitApplication(url, session, other)).status).toBe(409)
})

type Shown = { formData: string; additions: { signature: string }[]; unreadableSignatures: string[] }

const shown = async (id: string, how: 'views' | 'full') => {
  const [method, rest] = how === 'views' ? ['POST', '/views'] : ['GET', '']
  const { status, body } = await call(url, method, `/form/submissions/${id}${rest}`, { token })
  expect(status).toBe(200)
  const { formData, additions, unreadableSignatures } = body.data as Shown
  return { values: JSON.parse(formData) as Record<string, string>, additions, unreadableSignatures }
}

/** An application whose drawings are stored as an earlier release took them. */
async function stored(first: string, second: string) {
  const session = await openFormSession(url)
  await upload(url, { content: SMALL_PDF, headers: { 'x-form-session': session } })
  const id = (await submitApplication(url, session)).body.data?.id ?? ''
  const values = fullApplication({ signer1Signature: first, signer2Signature: second })
  await services.db.system('test').write(async (client) => {
    const row = await client.formSubmission.findUniqueOrThrow({ where: { id }, select: sealedSelect })
    const { signing: _signing, ...sealed } = sealTexts(
      sessionKey(services.keys, row),
      row,
      toSubmissionTexts(values),
    )
    await client.formSubmission.update({ where: { id }, data: sealed })
  })
  return id
}

describe('what staff see of a drawing', () => {
  it('is decoded and encoded anew, no larger than the box it is printed in', async () => {
    const drawing = await sharp(await canvas(1800, 540))
      .withMetadata({ exif: { IFD0: { Copyright: 'hidden' } } })
      .png()
      .toBuffer()
    const id = await stored(drawingUrl(drawing), '')
    expect(await shown(id, 'views')).toMatchObject({
      values: { signer1Signature: '[signature]', signer2Signature: '' },
      unreadableSignatures: [],
    })
    const { signer1Signature = '' } = (await shown(id, 'full')).values
    expect(signer1Signature).not.toBe(drawingUrl(drawing))
    const bytes = Buffer.from(signer1Signature.split(',')[1] ?? '', 'base64')
    expect(bytes.includes('hidden')).toBe(false)
    const { width, height, format } = await sharp(bytes).metadata()
    expect([format, width, height]).toEqual(['png', 720, 216])
  })

  it.each([
    ['is far too large', () => bomb(20_000)],
    ['cannot be decoded', undecodable],
    ['is no picture', () => fake],
  ])('is nothing where it %s: it counts as not signed and that is said', async (_name, make) => {
    const bad = drawingUrl(make())
    const id = await stored(bad, bad)
    for (const how of ['views', 'full'] as const)
      expect(await shown(id, how)).toMatchObject({
        values: { legalName: 'Peña & Sons Bakery LLC', signer1Signature: '', signer2Signature: '' },
        unreadableSignatures: ['signer1Signature', 'signer2Signature'],
      })
    await applicationPdf(services, { id })
    const pdf = await fetch(`${url}/api/form/pdf/${id}?original=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await wholeText(Buffer.from(await pdf.arrayBuffer()))
    expect(text.split(pdfMessages.damagedSignature)).toHaveLength(3)
    const count = () =>
      services.db.system('test').write((client) => client.registration.count({ where: { id } }))
    await registerSubmission(services, { id })
    expect(await count()).toBe(0)
  })

  it('counts where one of two can be read', async () => {
    const id = await stored(drawingUrl(undecodable()), drawingUrl(await canvas(400, 120)))
    expect(await shown(id, 'views')).toMatchObject({
      values: { signer1Signature: '', signer2Signature: '[signature]' },
      unreadableSignatures: ['signer1Signature'],
    })
    await registerSubmission(services, { id })
    const receipts = services.db
      .system('test')
      .write((client) => client.registration.count({ where: { id } }))
    expect(await receipts).toBe(1)
  })

  it('is the same of a signature that came later', async () => {
    const { id, token: link } = await invited()
    await sign(link)
    const { additions } = await shown(id, 'full')
    expect(additions).toMatchObject([{ signature: expect.stringMatching(/^data:image\/png;base64,/) }])
    expect((await shown(id, 'views')).additions).toMatchObject([{ signature: '[signature]' }])

    const signature = drawingUrl(bomb(20_000))
    await services.db.system('test').write(async (tx) => {
      const row = await tx.formSubmission.findUniqueOrThrow({
        where: { id },
        select: { ...sealedSelect, additions: { select: { id: true } } },
      })
      const addition = row.additions[0]?.id ?? ''
      const { name, date } = SECOND
      const sealed = sealAddition(services.keys, row, addition, { name, date, signature, signing: null })
      await tx.submissionAddition.update({ where: { id: addition }, data: sealed })
    })
    for (const how of ['views', 'full'] as const) {
      const { additions: later, unreadableSignatures } = await shown(id, how)
      expect(later).toMatchObject([{ signature: '' }])
      expect(unreadableSignatures).toHaveLength(1)
    }
  })
})

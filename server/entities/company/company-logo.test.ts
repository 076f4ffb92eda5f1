import { describe, expect, it } from 'vitest'
import { smallJpeg, smallPng } from '../../test/support/uploads.ts'
import { startCompanyTests } from './company.fixture.ts'

const { url, log, acme, company, get, update, uploadLogo, dataUrl, storedLogos } = await startCompanyTests()

describe('a logo', () => {
  it('is stored, served, replaced and removed without touching when the company was edited', async () => {
    const { updatedAt } = company((await get(acme.id)).body)
    const upload = async (bytes: Buffer, type: string) =>
      company((await uploadLogo(acme.id, { logoData: dataUrl(type, bytes), logoType: 'logo' })).body)
    const first = await upload(await smallPng(), 'png')
    expect(first).toMatchObject({ id: acme.id, updatedAt, logoPath: first.logoUrl })
    expect((await fetch(url + first.logoUrl)).headers.get('content-type')).toBe('image/png')

    const second = await upload(await smallJpeg(), 'jpeg')
    expect((await fetch(url + first.logoUrl)).status).toBe(404)
    expect((await fetch(url + second.logoUrl)).status).toBe(200)
    expect(
      (await update(acme.id, { logoUrl: second.logoUrl, updatedAt, email: 'x@acme.example' })).status,
    ).toBe(200)

    const edited = company((await get(acme.id)).body)
    const removed = await update(acme.id, { logoUrl: '' })
    expect(removed.body.data).toMatchObject({ logoUrl: '', updatedAt: edited.updatedAt })
    expect(await storedLogos()).toEqual([])
  })

  it('of the PDF is another', async () => {
    const logoData = dataUrl('png', await smallPng())
    const { body } = await uploadLogo(acme.id, { logoData, logoType: 'pdf-logo' })
    expect(body.data).toMatchObject({ logoUrl: '', pdfLogoUrl: company(body).logoPath })
    expect((await update(acme.id, { pdfLogoUrl: '' })).body.data).toMatchObject({ pdfLogoUrl: '' })
  })

  it('that is no picture of ours is refused and leaves nothing', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const damaged = (await smallPng()).subarray(0, 60)
    const large = Buffer.alloc(3 * 1024 * 1024 + 1)
    for (const [logoData, status] of [
      [dataUrl('svg+xml', svg), 415],
      [dataUrl('png', svg), 415],
      ['https://elsewhere.example/logo.png', 415],
      [dataUrl('png', damaged), 415],
      [dataUrl('png', large), 413],
      [dataUrl('png', Buffer.alloc(5 * 1024 * 1024)), 413],
    ] as const) {
      const answer = await uploadLogo(acme.id, { logoData, logoType: 'logo' })
      expect([answer.status, log.filter((line) => line.includes('request failed'))]).toEqual([status, []])
    }
    expect((await uploadLogo(acme.id, { logoData: 'x', logoType: 'icon' })).status).toBe(400)
    expect(await storedLogos()).toEqual([])
  })
})

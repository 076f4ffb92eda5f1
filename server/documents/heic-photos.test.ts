import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeCompany, makeCompanyAdmin, signIn } from '../test/support/factories.ts'
import { SMALL_HEIC, upload } from '../test/support/uploads.ts'
import { startUploadTests } from './upload.fixture.ts'

const { url, services, say, state, rows, header, idOf } = await startUploadTests()

/** The extents that the file tells before its picture is decoded (ISO/IEC 23008-12, 6.5.3). */
function saying(width: number, height: number): Buffer {
  const file = Buffer.from(SMALL_HEIC)
  const at = file.indexOf('ispe') + 8
  file.writeUInt32BE(width, at)
  file.writeUInt32BE(height, at + 4)
  return file
}

describe('a HEIC photo', () => {
  it.each([
    ['IMG_1.HEIC', 'image/heic', 'IMG_1.jpg'],
    ['IMG_2.heif', '', 'IMG_2.jpg'],
    ['renamed.jpeg', 'image/jpeg', 'renamed.jpeg'],
  ])('%s is stored as a JPEG that shows the same', async (name, type, storedName) => {
    const { status, body } = await upload(url, { name, type, content: SMALL_HEIC, headers: header() })
    expect([status, body.data]).toMatchObject([200, { name: storedName, type: 'image/jpeg' }])
    const company = await makeCompany(services)
    const admin = await makeCompanyAdmin(services, company.id)
    const authorization = `Bearer ${await signIn(url, admin.email)}`
    const own = await upload(url, {
      name,
      type,
      content: SMALL_HEIC,
      fields: { companyId: company.id },
      headers: { authorization },
    })
    const path = `${url}/api/documents/document/${idOf(own.body)}`
    const jpeg = Buffer.from(await (await fetch(path, { headers: { authorization } })).arrayBuffer())
    expect(own.body.data).toMatchObject({ size: jpeg.length })
    const { width, height, format, exif } = await sharp(jpeg).metadata()
    expect([width, height, format, exif]).toEqual([96, 64, 'jpeg', undefined])
    const pixels = await sharp(jpeg).raw().toBuffer()
    const colour = (x: number, y: number) => [...pixels.subarray((y * 96 + x) * 3).subarray(0, 3)]
    expect(colour(80, 50).map((each) => Math.round(each / 32))).toEqual([2, 3, 4])
    expect(colour(30, 20).map((each) => Math.round(each / 32))).toEqual([7, 6, 1])
  })

  it('keeps the SHA-256 of what was sent beside that of the JPEG', async () => {
    await upload(url, { name: 'a.heic', type: '', content: SMALL_HEIC, headers: header() })
    const [row] = (await rows()).slice(-1)
    expect(row?.originalDigest).not.toBeNull()
    expect(row?.originalDigest).not.toEqual(row?.digest)
    await upload(url, { headers: header() })
    expect((await rows()).at(-1)?.originalDigest).toBeNull()
  })

  it.each([
    ['cut off', SMALL_HEIC.subarray(0, 300)],
    ['no more than its first bytes', SMALL_HEIC.subarray(0, 24)],
    ['of 100 megapixels, it says', saying(10_000, 10_000)],
    ['larger than it says', saying(8, 8)],
  ])('%s is refused, and nothing is kept', async (_what, content) => {
    const before = await state()
    const { status, body } = await upload(url, { name: 'a.heic', type: '', content, headers: header() })
    expect([status, body.error]).toEqual([400, say.unreadablePhoto])
    expect(await state()).toEqual(before)
  })
})

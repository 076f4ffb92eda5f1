import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { applicantMessages } from '#domain/messages/applicant'
import { smallJpeg, smallPng, SMALL_PDF } from '../../test/support/uploads.ts'
import { cleanFilename, disposition } from './filename.ts'
import { expectedType, sniffStream, typeOfBytes } from './sniff.ts'

const sniff = async (content: Buffer, type: string, chunk: number): Promise<Buffer> => {
  const chunks = Array.from({ length: Math.ceil(content.length / chunk) }, (_none, i) =>
    content.subarray(i * chunk, (i + 1) * chunk),
  )
  const bytes = await buffer(sniffStream(type)(Readable.from(chunks)))
  return bytes
}

const samples = {
  'application/pdf': SMALL_PDF,
  'image/png': await smallPng(),
  'image/jpeg': await smallJpeg(),
}
const { upload: say } = applicantMessages

describe.each(Object.entries(samples))('%s', (type, content) => {
  it.each([1, 7, 4096])('passes unchanged in chunks of %i bytes', async (chunk) => {
    expect(await sniff(content, type, chunk)).toEqual(content)
  })

  it('is damaged wherever it was cut off', async () => {
    for (let length = 64; length < content.length - 12; length += 31) {
      await expect(sniff(content.subarray(0, length), type, 4096)).rejects.toThrow(say.damaged)
    }
  })

  it('is no other type', async () => {
    for (const other of Object.keys(samples)) {
      if (other !== type) await expect(sniff(content, other, 4096)).rejects.toThrow(say.contentMismatch)
    }
    expect(typeOfBytes(content)).toBe(type)
  })
})

describe('sniffing', () => {
  it('takes a JPEG by its own end, not by that of the preview inside', async () => {
    const preview = await smallJpeg()
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), preview])
    exif.writeUInt16BE(preview.length + 2, 2)
    const photo = Buffer.concat([preview.subarray(0, 2), exif, preview.subarray(2)])
    expect(await sniff(photo, 'image/jpeg', 100)).toEqual(photo)
    await expect(sniff(photo.subarray(0, photo.length - 30), 'image/jpeg', 100)).rejects.toThrow(say.damaged)
  })

  it('takes a PDF after a byte order mark, with an appendix, and a protected one', async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), SMALL_PDF, Buffer.alloc(500)])
    expect(await sniff(marked, 'application/pdf', 4096)).toEqual(marked)
    const guarded = Buffer.from(SMALL_PDF.toString().replace('trailer<<', 'trailer<</Encrypt 4 0 R'))
    expect(await sniff(guarded, 'application/pdf', 4096)).toEqual(guarded)
  })

  it('refuses what is empty or hides behind another beginning', async () => {
    await expect(sniff(Buffer.alloc(0), 'image/png', 1)).rejects.toThrow(say.empty)
    const html = Buffer.concat([Buffer.from('<html><script></script>'), SMALL_PDF])
    await expect(sniff(html, 'application/pdf', 4096)).rejects.toThrow(say.contentMismatch)
    expect(typeOfBytes(Buffer.from('<svg/>'))).toBeNull()
  })

  it('wants extension and declared type to agree', () => {
    expect(expectedType('a.PDF', 'application/pdf')).toBe('application/pdf')
    expect(expectedType('a.jpeg', 'image/jpg')).toBe('image/jpeg')
    expect(expectedType('a.png', 'application/octet-stream')).toBe('image/png')
    expect(() => expectedType('a.png', 'image/svg+xml')).toThrow(say.contentMismatch)
    expect(() => expectedType('a.svg', 'image/svg+xml')).toThrow(say.wrongType)
    expect(() => expectedType('a.constructor', '')).toThrow(say.wrongType)
  })
})

describe('a file name', () => {
  it('that has nothing in it is refused', () => {
    for (const name of ['', '..', '/', '\u0000', 'folder/'])
      expect(() => cleanFilename(name)).toThrow(say.badName)
  })

  it('stands in the header so that nothing can break out of it', () => {
    expect(disposition('attachment', 'a"; b\\é%.pdf')).toBe(
      `attachment; filename="a_; b_e_.pdf"; filename*=UTF-8''a%22%3B%20b%5C%C3%A9%25.pdf`,
    )
    expect(disposition('inline', 'Выписка (1).pdf')).toContain("filename*=UTF-8''%D0%92")
  })
})

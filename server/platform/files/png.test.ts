import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { header, pngChunk, pngOf } from '../../test/support/pngs.ts'
import { openPicture } from './open-picture.ts'
import { pngProblem } from './png.ts'

const problem = (bytes: Buffer) => pngProblem(bytes, LIMITS.signaturePixels)

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#fff' } })

const data = pngChunk('IDAT', deflateSync(Buffer.alloc(5)))
const palette = pngChunk('PLTE', Buffer.alloc(6))
const end = pngChunk('IEND')
const text = pngChunk('tEXt', Buffer.from('Software\0canvas'))

describe('a picture', () => {
  it.each([
    ['as a canvas makes it', () => canvas(800, 240).png().toBuffer()],
    ['with a palette', () => canvas(400, 120).png({ palette: true }).toBuffer()],
    ['that is interlaced', () => canvas(400, 120).png({ progressive: true }).toBuffer()],
    ['in grey', () => canvas(400, 120).greyscale().png().toBuffer()],
    ['of the largest size', () => canvas(2000, 1000).png().toBuffer()],
    ['with density and profile', () => canvas(400, 120).withMetadata({ density: 144 }).png().toBuffer()],
  ])('%s is taken', async (_name, draw) => {
    expect(problem(await draw())).toBeNull()
  })

  it('may have the chunks that Safari and Firefox add', () => {
    const [sRGB, eXIf] = [pngChunk('sRGB', Buffer.of(0)), pngChunk('eXIf', Buffer.from('MM\0*'))]
    expect(
      problem(
        pngOf(
          header(1, 1),
          sRGB,
          eXIf,
          pngChunk('iDOT', Buffer.alloc(28)),
          data,
          data,
          pngChunk('deBG', Buffer.alloc(16)),
          end,
        ),
      ),
    ).toBeNull()
  })
})

describe('bytes that are no picture', () => {
  const damaged = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  const whole = pngOf(header(1, 1), data, end)
  const long = Buffer.from(whole)
  long.writeUInt32BE(0xffffffff, 8)

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['the first bytes alone', whole.subarray(0, 8)],
    [
      'begin and end as a PNG, with noise between',
      Buffer.concat([whole.subarray(0, 16), Buffer.alloc(99, 7), whole.subarray(-12)]),
    ],
    ['a wrong checksum', damaged(whole, 20)],
    ['a length beyond the end', long],
    ['cut short', whole.subarray(0, -1)],
    ['something after the end', Buffer.concat([whole, Buffer.from('<script>')])],
    ['a chunk after the end', pngOf(header(1, 1), data, end, text)],
    ['no header first', pngOf(text, header(1, 1), data, end)],
    ['two headers', pngOf(header(1, 1), header(1, 1), data, end)],
    ['a short header', pngOf(pngChunk('IHDR', Buffer.alloc(12)), data, end)],
    ['no data', pngOf(header(1, 1), end)],
    ['parted data', pngOf(header(1, 1), data, text, data, end)],
    ['no end', pngOf(header(1, 1), data)],
    ['a full end', pngOf(header(1, 1), data, pngChunk('IEND', Buffer.of(0)))],
    ['an unknown chunk', pngOf(header(1, 1), pngChunk('evIL'), data, end)],
    ['an animation', pngOf(header(1, 1), pngChunk('acTL', Buffer.alloc(8)), data, end)],
    ['no width', pngOf(header(0, 1), data, end)],
    ['no height', pngOf(header(1, 0), data, end)],
    ['a depth that the colours lack', pngOf(header(1, 1, 4, 6), data, end)],
    ['colours that do not exist', pngOf(header(1, 1, 8, 5), data, end)],
    ['another compression', pngOf(header(1, 1, 8, 6, [1, 0, 0]), data, end)],
    ['another interlacing', pngOf(header(1, 1, 8, 6, [0, 0, 2]), data, end)],
    ['colours without their palette', pngOf(header(1, 1, 8, 3), data, end)],
    ['a palette after the data', pngOf(header(1, 1, 8, 3), data, palette, end)],
    ['two palettes', pngOf(header(1, 1, 8, 3), palette, palette, data, end)],
  ])('%s', (_name, bytes) => {
    expect(problem(bytes)).toBe('signature')
  })
})

it.each([
  [2001, 1],
  [1, 1001],
  [20_000, 20_000],
  [0xffffffff, 0xffffffff],
])('a picture of %d x %d pixels is too large', (width, height) => {
  expect(problem(pngOf(header(width, height), data, end))).toBe('signaturePixels')
})

describe('any bytes', () => {
  const chunk = fc
    .tuple(
      fc.constantFrom('IHDR', 'IDAT', 'IEND', 'PLTE', 'tEXt', 'iDOT', 'x'),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map(([type, bytes]) => pngChunk(type.padEnd(4), Buffer.from(bytes)))

  it('get an answer and never an error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.array(chunk).map((chunks) => pngOf(...chunks)),
        ),
        (bytes) => {
          expect([null, 'signature', 'signaturePixels']).toContain(problem(Buffer.from(bytes)))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are no picture once one byte of a picture has changed', async () => {
    const drawn = await canvas(40, 12).png().toBuffer()
    fc.assert(
      fc.property(fc.nat(drawn.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const copy = Buffer.from(drawn)
        copy[at] = (copy[at] ?? 0) ^ change
        expect(problem(copy)).toBe('signature')
      }),
    )
  })

  it('of 300 KB are looked at in 250 ms of processor time', () => {
    const many = pngOf(header(1, 1), ...Array.from({ length: 25_000 }, () => pngChunk('IDAT')), end)
    problem(many)
    const before = process.cpuUsage()
    expect(problem(many)).toBeNull()
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(250_000)
  })
})

describe('the texts of a picture', () => {
  const bomb = deflateSync(Buffer.alloc(1_000_000, 'a'))
  const packed = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), bomb]))
  const international = pngChunk('iTXt', Buffer.concat([Buffer.from('a\0\x01\0\0\0'), bomb]))
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(5 * 3)))
  const drawing = pngOf(
    header(1, 3),
    text,
    packed,
    ...Array<Buffer>(200).fill(packed),
    international,
    pixels,
    end,
  )

  it('are allowed, and reach no decoder, which would inflate them', async () => {
    expect(problem(drawing)).toBeNull()
    const picture = await openPicture(drawing)
    const { width, height, comments } = await picture.metadata()
    expect([width, height, comments]).toEqual([1, 3, undefined])
    expect(await picture.raw().toBuffer()).toEqual(Buffer.alloc(12))
  })

  it('leave no trace of a picture behind', async () => {
    await (await openPicture(drawing)).raw().toBuffer()
    expect(sharp.cache().items.current).toBe(0)
  })

  it('may be in a picture that breaks off', async () => {
    const cut = drawing.subarray(0, drawing.length - 20)
    await expect((await openPicture(cut)).raw().toBuffer()).rejects.toThrow()
  })
})

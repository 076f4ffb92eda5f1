import { crc32, deflateSync } from 'node:zlib'

const MAGIC = Buffer.from('89504e470d0a1a0a', 'hex')

/** A chunk with its right checksum. */
export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([MAGIC, ...chunks])

export const drawingUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

export function header(width: number, height: number, depth = 8, colour = 6, rest = [0, 0, 0]): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, ...rest], 8)
  return pngChunk('IHDR', data)
}

/** One colour, at 1 bit a pixel: a decoder needs 4 bytes for each. */
export function bomb(side: number): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  return pngOf(header(side, side, 1, 0), pngChunk('IDAT', rows), pngChunk('IEND'))
}

/** The most work that passes the checks: 16 bits a channel, interlaced, of the largest size. */
export function heaviest(width = 2000, height = 1000): Buffer {
  const rows = deflateSync(Buffer.alloc(width * height * 8 + 7 * height * 2), { level: 9 })
  return pngOf(header(width, height, 16, 6, [0, 0, 1]), pngChunk('IDAT', rows), pngChunk('IEND'))
}

/** Whole chunks around data that no decoder can read. */
export const undecodable = (): Buffer =>
  pngOf(header(400, 120), pngChunk('IDAT', Buffer.alloc(8000, 0x5a)), pngChunk('IEND'))

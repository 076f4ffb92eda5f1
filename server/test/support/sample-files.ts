import { randomBytes } from 'node:crypto'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** Noise does not compress, so a picture of it has the size of a real statement's scan. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

/** A PDF of about `megabytes`, as a bank's scanned statement would be. */
export async function samplePdf(megabytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt((megabytes * 1024 * 1024) / 3))
  const scan = await noise(side, side).png().toBuffer()
  const pdf = new PDFDocument({ compress: false })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve) => pdf.on('end', resolve))
  pdf.text('Statement of account, October 2026').image(scan, { width: 400 })
  pdf.end()
  await done
  return Buffer.concat(chunks)
}

/** A JPEG as a phone would take it. */
export const samplePhoto = (): Promise<Buffer> => noise(1200, 900).jpeg({ quality: 80 }).toBuffer()

import qrcode from 'qrcode-generator'
import { loadSharp } from '../files/open-picture.ts'

const QUIET_ZONE = 4
const MODULE_PIXELS = 4

/** A QR code as a PNG, as mail programs show no SVG. */
export async function qrCodePng(text: string): Promise<Buffer> {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const modules = Buffer.alloc(size * size)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      modules[row * size + column] = code.isDark(row, column) ? 0 : 255
  const width = (size + 2 * QUIET_ZONE) * MODULE_PIXELS
  const sharp = await loadSharp()
  return sharp(modules, { raw: { width: size, height: size, channels: 1 } })
    .extend({ top: QUIET_ZONE, bottom: QUIET_ZONE, left: QUIET_ZONE, right: QUIET_ZONE, background: '#fff' })
    .resize(width, width, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}

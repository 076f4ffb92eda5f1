import { expect, test } from 'vitest'
import { countPixels } from './count-pixels.ts'

const bytes = (hex: string): ArrayBuffer => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex')).buffer

test.each([
  ['a PNG of 48 KB', '89504e470d0a1a0a 0000000d 49484452 00004e20 00004e20 01000000', 400_000_000],
  [
    'a JPEG behind its preview and fill bytes',
    'ffd8 ffe1 0008 ffc0 0001 0001 ffffff db 0003 00 ffc2 0011 08 4e20 4e20 03 012200 021101 031101',
    400_000_000,
  ],
  [
    'a JPEG whose tables come first',
    'ffd8 ffc4 0005 000000 ffc0 0011 08 0064 00c8 03 012200 021101 031101',
    20_000,
  ],
  ['a JPEG without a frame', 'ffd8 ffda 0008 0101 0000 3f00 1234 5678 9abc def0 1234', 0],
  ['a JPEG that ends', 'ffd8 ffe1 ffff 0000 0000 0000 0000 0000 0000 0000 0000 0000', 0],
  ['a PDF', '255044462d312e340a312030206f626a3c3c2f547970652f436174616c6f67', 0],
  ['hardly anything', 'ffd8', 0],
])('of %s as many as it says', (_name, hex, pixels) => {
  expect(countPixels(bytes(hex))).toBe(pixels)
})

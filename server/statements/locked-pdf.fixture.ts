import { PDF } from '@libpdf/core'

/** Needs the password to be read, and another one to be changed, as banks have it. */
export async function lockPdf(pdf: Buffer, userPassword: string): Promise<Buffer> {
  const file = await PDF.load(new Uint8Array(pdf))
  file.setProtection({ userPassword, ownerPassword: 'another', permissions: { modify: false } })
  return Buffer.from(await file.save())
}

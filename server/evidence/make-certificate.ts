import { KeyObject, webcrypto } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'
import { ENGINE } from './verify/cms.ts'

const YEARS = 5
const COMMON_NAME = '2.5.4.3'
/** digitalSignature and nonRepudiation (RFC 5280, 4.2.1.3) */
const KEY_USAGE = new Uint8Array([0xc0])

/** A self-signed certificate for seals with a new P-256 key. @param name of the installation, as people know it */
export async function makeCertificate(
  name: string,
  from = new Date(),
  until?: Date,
): Promise<{ certificate: Uint8Array; key: KeyObject }> {
  const method = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await webcrypto.subtle.generateKey(method, true, ['sign', 'verify'])
  const certificate = new Certificate()
  certificate.version = 2
  const serial = webcrypto.getRandomValues(new Uint8Array(16))
  // A positive number of full length.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: serial.buffer })
  for (const each of [certificate.issuer, certificate.subject])
    each.typesAndValues.push(
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) }),
    )
  certificate.notBefore.value = from
  certificate.notAfter.value = until ?? new Date(new Date(from).setUTCFullYear(from.getUTCFullYear() + YEARS))
  const extensions = [
    ['2.5.29.19', new BasicConstraints({ cA: false }).toSchema().toBER()],
    ['2.5.29.15', new BitString({ valueHex: KEY_USAGE.buffer, unusedBits: 6 }).toBER()],
  ] as const
  certificate.extensions = extensions.map(
    ([extnID, extnValue]) => new Extension({ extnID, critical: true, extnValue }),
  )
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, ENGINE)
  await certificate.sign(keys.privateKey, 'SHA-256', ENGINE)
  return {
    certificate: new Uint8Array(certificate.toSchema(true).toBER()),
    key: KeyObject.from(keys.privateKey),
  }
}

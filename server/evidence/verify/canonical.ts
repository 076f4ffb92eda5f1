import { fromBER, Integer, ObjectIdentifier, Sequence } from 'asn1js'
import type { Certificate } from 'pkijs'
import {
  ATTRIBUTES,
  certificates,
  CmsError,
  findToken,
  guarded,
  RSA,
  SIGNED_DATA,
  signatureValue,
  STRONG,
  TIMESTAMP,
  toDer,
  toHex,
  type Cms,
} from './cms.ts'

/** How many points the curves P-256, P-384 and P-521 have (FIPS 186-4, D.1.2). */
const ORDERS = [
  ['1.2.840.10045.3.1.7', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'],
  ['1.3.132.0.34', `${'f'.repeat(48)}c7634d81f4372ddf581a0db248b0a77aecec196accc52973`],
  ['1.3.132.0.35', `1${'f'.repeat(64)}fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409`],
] as const

// Tags of ASN.1 (X.690, 8.1.2).
const [OCTETS, NULL, SEQUENCE, SET, EXPLICIT, EXPLICIT_1] = [0x04, 0x05, 0x30, 0x31, 0xa0, 0xa1] as const

/** A value in DER. */
function der(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  const digits =
    size < 128
      ? []
      : (size
          .toString(16)
          .replace(/^(?=(..)*.$)/, '0')
          .match(/../g) ?? [])
  const length =
    digits.length === 0 ? [size] : [128 + digits.length, ...digits.map((two) => parseInt(two, 16))]
  const written = new Uint8Array(1 + length.length + size)
  written.set([tag, ...length])
  let at = 1 + length.length
  for (const part of parts) {
    written.set(part, at)
    at += part.length
  }
  return written
}

const name = (value: string): Uint8Array => new Uint8Array(new ObjectIdentifier({ value }).toBER())
const number = (value: number | bigint): Uint8Array =>
  new Uint8Array(Integer.fromBigInt(BigInt(value)).toBER())

/**
 * An ECDSA signature is a pair of numbers, which other encodings than DER allow to write in several ways, and whose second
 * has a twin that is as valid: the smaller one is kept.
 */
export function smallerTwin(
  signature: Uint8Array,
  { subjectPublicKeyInfo }: Certificate,
  isKept = false,
): Uint8Array {
  const { algorithmParams } = subjectPublicKeyInfo.algorithm
  const curve = algorithmParams instanceof ObjectIdentifier ? algorithmParams.getValue() : ''
  const order = ORDERS.find(([name]) => name === curve)?.[1]
  if (order === undefined) throw new CmsError('weak')
  const { result } = fromBER(signature)
  const [first, second] = result instanceof Sequence ? result.valueBlock.value : []
  if (!(first instanceof Integer && second instanceof Integer)) throw new CmsError('damaged')
  const value = second.toBigInt()
  const twin = BigInt(`0x${order}`) - value
  return der(SEQUENCE, number(first.toBigInt()), number(twin < value && !isKept ? twin : value))
}

/** The signer's certificate, then those of its issuers, one after another. */
export function chainOf({ signed, certificate }: Cms): Certificate[] {
  const others = new Map(certificates(signed).map((each) => [toHex(toDer(each)), each]))
  const chain: Certificate[] = []
  for (let next: Certificate | undefined = certificate; next;) {
    chain.push(next)
    others.delete(toHex(toDer(next)))
    const issuer: Certificate['issuer'] = next.issuer
    next = [...others.values()].find(({ subject }) => subject.isEqual(issuer))
  }
  return chain
}

/**
 * The one way to write a signature: its signed parts as they are, all else as DER has it, and nothing more. Seals are
 * stored like this, so that no byte can be changed unnoticed that the signature itself does not cover.
 * @param hasTwins keeps either of an ECDSA signature's twins, as the first seals do, whose evidence names no kind of seal
 */
export const canonical = (cms: Cms, hasTwins = false): Uint8Array => guarded(() => write(cms, hasTwins))

function write(cms: Cms, hasTwins: boolean): Uint8Array {
  const { signed, signer, certificate } = cms
  const { eContentType, eContent } = signed.encapContentInfo
  const hash = STRONG.get(signer.digestAlgorithm.algorithmId)
  if (!hash || !signer.signedAttrs) throw new CmsError('weak')
  const isTimestamp = eContentType === TIMESTAMP
  const isRsa = certificate.subjectPublicKeyInfo.algorithm.algorithmId === RSA
  const value = signatureValue(cms)
  const token = isTimestamp ? null : findToken(signer)
  const method = isRsa ? [name(hash.rsa), der(NULL)] : [name(hash.ec)]
  const digest = der(SEQUENCE, name(signer.digestAlgorithm.algorithmId))
  const signedAttributes = new Uint8Array(signer.signedAttrs.encodedValue.slice(0))
  // The signature covers them as a set.
  signedAttributes[0] = EXPLICIT
  const unsigned = (made: Cms) => der(SEQUENCE, name(ATTRIBUTES.token), der(SET, canonical(made, hasTwins)))
  const signerInfo = der(
    SEQUENCE,
    number(1),
    der(
      SEQUENCE,
      new Uint8Array(certificate.issuer.toSchema().toBER()),
      new Uint8Array(certificate.serialNumber.toBER()),
    ),
    digest,
    signedAttributes,
    der(SEQUENCE, ...method),
    der(OCTETS, isRsa ? value : smallerTwin(value, certificate, hasTwins)),
    ...(token ? [der(EXPLICIT_1, unsigned(token))] : []),
  )
  const content = eContent ? [der(EXPLICIT, der(OCTETS, new Uint8Array(eContent.getValue())))] : []
  const written = der(
    SEQUENCE,
    number(isTimestamp ? 3 : 1),
    der(SET, digest),
    der(SEQUENCE, name(eContentType), ...content),
    der(EXPLICIT, ...chainOf(cms).map(toDer)),
    der(SET, signerInfo),
  )
  return der(SEQUENCE, name(SIGNED_DATA), der(EXPLICIT, written))
}

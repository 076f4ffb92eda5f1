import { fromBER, Null, ObjectIdentifier, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  createCMSECDSASignature,
  createECDSASignatureFromCMS,
} from 'pkijs'
import {
  ATTRIBUTES,
  CmsError,
  RSA,
  SIGNED_DATA,
  STRONG,
  TIMESTAMP,
  certificates,
  findToken,
  guarded,
  signatureValue,
  toDer,
  toHex,
  type Cms,
} from './cms.ts'

/** of the longest curve, P-521 */
const POINT_BYTES = 66

/** How many points the curves P-256, P-384 and P-521 have (FIPS 186-4, D.1.2). */
const ORDERS = [
  ['1.2.840.10045.3.1.7', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'],
  ['1.3.132.0.34', `${'f'.repeat(48)}c7634d81f4372ddf581a0db248b0a77aecec196accc52973`],
  ['1.3.132.0.35', `1${'f'.repeat(64)}fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409`],
] as const

/**
 * An ECDSA signature is a pair of numbers, which other encodings than DER allow to write in several ways, and whose second
 * has a twin that is as valid: the smaller one is kept.
 */
export function smallerTwin(
  signature: Uint8Array,
  { subjectPublicKeyInfo }: Certificate,
  isKept = false,
): ArrayBuffer {
  const { algorithmParams } = subjectPublicKeyInfo.algorithm
  const curve = algorithmParams instanceof ObjectIdentifier ? algorithmParams.getValue() : ''
  const order = ORDERS.find(([name]) => name === curve)?.[1]
  if (order === undefined) throw new CmsError('weak')
  const { result } = fromBER(Uint8Array.from(signature).buffer)
  const pair = new Uint8Array(createECDSASignatureFromCMS(result, POINT_BYTES))
  const second = BigInt(`0x${toHex(pair.subarray(POINT_BYTES))}`)
  const twin = BigInt(`0x${order}`) - second
  const digits = (twin < second && !isKept ? twin : second).toString(16).padStart(2 * POINT_BYTES, '0')
  pair.set(
    Array.from({ length: POINT_BYTES }, (_, at) => Number(`0x${digits.slice(2 * at, 2 * at + 2)}`)),
    POINT_BYTES,
  )
  return createCMSECDSASignature(pair.buffer)
}

/** The signer's certificate, then those of its issuers, one after another. */
function chainOf({ signed, certificate }: Cms): Certificate[] {
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

const toAttribute = (token: Cms, hasTwins: boolean): Attribute =>
  new Attribute({ type: ATTRIBUTES.token, values: [fromBER(canonical(token, hasTwins)).result] })

/**
 * The one way to write a signature: its signed parts as they are, all else as DER has it, and nothing more. Seals are
 * stored like this, so that no byte can be changed unnoticed that the signature itself does not cover.
 * @param hasTwins keeps either of an ECDSA signature's twins, as the first seals do, whose evidence names no kind of seal
 */
export const canonical = (cms: Cms, hasTwins = false): Uint8Array => guarded(() => write(cms, hasTwins))

function write(cms: Cms, hasTwins: boolean): Uint8Array {
  const { signed, signer, certificate } = cms
  const isTimestamp = signed.encapContentInfo.eContentType === TIMESTAMP
  const hash = STRONG.get(signer.digestAlgorithm.algorithmId)
  if (!hash) throw new CmsError('weak')
  const isRsa = certificate.subjectPublicKeyInfo.algorithm.algorithmId === RSA
  const value = signatureValue(cms)
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: signer.digestAlgorithm.algorithmId })
  const token = isTimestamp ? null : findToken({ signer })
  const { eContentType, eContent } = signed.encapContentInfo
  const content = new EncapsulatedContentInfo({ eContentType })
  // Its constructor would cut the content into chunks.
  if (eContent) content.eContent = new OctetString({ valueHex: eContent.getValue() })
  const written = new SignedData({
    version: isTimestamp ? 3 : 1,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: content,
    certificates: chainOf(cms),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        digestAlgorithm,
        signedAttrs: signer.signedAttrs,
        signatureAlgorithm: new AlgorithmIdentifier(
          isRsa ? { algorithmId: hash.rsa, algorithmParams: new Null() } : { algorithmId: hash.ec },
        ),
        signature: new OctetString({
          valueHex: isRsa ? value.slice().buffer : smallerTwin(value, certificate, hasTwins),
        }),
        ...(token && {
          unsignedAttrs: new SignedAndUnsignedAttributes({
            type: 1,
            attributes: [toAttribute(token, hasTwins)],
          }),
        }),
      }),
    ],
  })
  const info = new ContentInfo({ contentType: SIGNED_DATA, content: written.toSchema(true) })
  return new Uint8Array(info.toSchema().toBER())
}

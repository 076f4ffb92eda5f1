import { fromBER, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
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
  type Cms,
} from './cms.ts'

/** of the longest curve, P-521 */
const POINT_BYTES = 66

/** An ECDSA signature is a pair of numbers, which other encodings than DER allow to write in several ways. */
const inDer = (signature: ArrayBuffer): ArrayBuffer =>
  createCMSECDSASignature(createECDSASignatureFromCMS(fromBER(signature).result, POINT_BYTES))

const toAttribute = (token: Cms): Attribute =>
  new Attribute({ type: ATTRIBUTES.token, values: [fromBER(canonical(token)).result] })

/**
 * The one way to write a signature: its signed parts as they are, all else as DER has it, and nothing more. Seals are
 * stored like this, so that no byte can be changed unnoticed that the signature itself does not cover.
 */
export const canonical = (cms: Cms): Uint8Array => guarded(() => write(cms))

function write({ signed, signer, certificate }: Cms): Uint8Array {
  const isTimestamp = signed.encapContentInfo.eContentType === TIMESTAMP
  const hash = STRONG.get(signer.digestAlgorithm.algorithmId)
  if (!hash) throw new CmsError('weak')
  const isRsa = certificate.subjectPublicKeyInfo.algorithm.algorithmId === RSA
  const value = signatureValue({ signer }).slice().buffer
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
    certificates: certificates(signed),
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
        signature: new OctetString({ valueHex: isRsa ? value : inDer(value) }),
        ...(token && {
          unsignedAttrs: new SignedAndUnsignedAttributes({ type: 1, attributes: [toAttribute(token)] }),
        }),
      }),
    ],
  })
  const info = new ContentInfo({ contentType: SIGNED_DATA, content: written.toSchema(true) })
  return new Uint8Array(info.toSchema().toBER())
}

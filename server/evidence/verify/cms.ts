import { Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AttributeCertificateV2,
  Certificate,
  CertificateSet,
  CryptoEngine,
  ContentInfo,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs'
import type { SealProblem } from '#domain/messages/verify'

/** A signature that does not hold, or a kind that is not accepted. */
export class CmsError extends Error {
  override name = 'CmsError'

  constructor(
    readonly problem: SealProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options)
  }
}

export const SIGNED_DATA = '1.2.840.113549.1.7.2'
const DATA = '1.2.840.113549.1.7.1'
const TIMESTAMPING = '1.3.6.1.5.5.7.3.8'
export const TIMESTAMP = '1.2.840.113549.1.9.16.1.4'
export const ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  earlierCertificate: '1.2.840.113549.1.9.16.2.12',
  token: '1.2.840.113549.1.9.16.2.14',
}
export const RSA = '1.2.840.113549.1.1.1'
export const STRONG = new Map([
  ['2.16.840.1.101.3.4.2.1', { name: 'SHA-256', rsa: '1.2.840.113549.1.1.11', ec: '1.2.840.10045.4.3.2' }],
  ['2.16.840.1.101.3.4.2.2', { name: 'SHA-384', rsa: '1.2.840.113549.1.1.12', ec: '1.2.840.10045.4.3.3' }],
  ['2.16.840.1.101.3.4.2.3', { name: 'SHA-512', rsa: '1.2.840.113549.1.1.13', ec: '1.2.840.10045.4.3.4' }],
])
/** Named in each call, as other libraries replace the one that pkijs takes by itself. */
export const ENGINE = new CryptoEngine({ crypto, subtle: crypto.subtle, name: 'webcrypto' })
const RSA_BITS = 2048

type Drawn<Names, Schema> = { schema: (names?: Names) => Schema }

/** pkijs draws the same schemas up again for each certificate and list, which took a fifth of a seal. */
function drawOnce<Names, Schema>(type: Drawn<Names, Schema>): void {
  const draw = type.schema.bind(type)
  const drawn = new Map<string, Schema>()
  type.schema = (names) => {
    const key = JSON.stringify(names ?? {})
    const schema = drawn.get(key) ?? draw(names)
    drawn.set(key, schema)
    return schema
  }
}
drawOnce(AttributeCertificateV2)
drawOnce(Certificate)
drawOnce(CertificateSet)
drawOnce(SignedData)
drawOnce(TSTInfo)

/** A signature of one signer, who is named by the certificate in it. */
export type Cms = {
  der: Uint8Array
  signed: SignedData
  signer: SignerInfo
  certificate: Certificate
}

/** Libraries throw errors of many kinds on altered bytes. */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw cause instanceof CmsError ? cause : new CmsError('damaged', { cause })
  }
}

export const parseCms = (bytes: Uint8Array): Cms =>
  guarded(() => {
    const { result, offset } = fromBER(bytes)
    if (offset <= 0) throw new CmsError('damaged')
    const info = new ContentInfo({ schema: result })
    const signed = new SignedData({ schema: info.content })
    const [signer, other] = signed.signerInfos
    const { sid } = signer ?? {}
    if (!signer || other || info.contentType !== SIGNED_DATA || !(sid instanceof IssuerAndSerialNumber))
      throw new CmsError('damaged')
    const certificate = certificates(signed).find(
      (each) => each.issuer.isEqual(sid.issuer) && each.serialNumber.isEqual(sid.serialNumber),
    )
    if (!certificate) throw new CmsError('damaged')
    const parts = info.content instanceof Sequence ? info.content.valueBlock.value : []
    const list = parts.find((part) => part instanceof Constructed && part.idBlock.tagNumber === 0)
    const blocks = list instanceof Constructed ? list.valueBlock.value : []
    for (const [index, each] of (signed.certificates ?? []).entries()) {
      const block = blocks[index]
      if (each instanceof Certificate && block) ders.set(each, block.valueBeforeDecodeView)
    }
    return { der: bytes.slice(0, offset), signed, signer, certificate }
  })

export const certificates = ({ certificates }: SignedData): Certificate[] =>
  (certificates ?? []).filter((each) => each instanceof Certificate)

/** Whether the certificate may sign time stamps (RFC 3161, 2.3). */
export const isForTimestamps = ({ extensions }: Certificate): boolean =>
  (extensions ?? []).some(
    ({ parsedValue }) => parsedValue instanceof ExtKeyUsage && parsedValue.keyPurposes.includes(TIMESTAMPING),
  )

const ders = new WeakMap<Certificate, Uint8Array>()

/** As it stands in the file that it was read from. */
export const toDer = (certificate: Certificate): Uint8Array =>
  ders.get(certificate) ?? new Uint8Array(certificate.toSchema().toBER())

export async function sha256(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice())))
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A loop, as signatures are long and each is written several times. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]
  return hex
}

export const fingerprint = (certificate: Certificate): Promise<string> => sha256(toDer(certificate))

/** @throws CmsError unless the signer signed these bytes, by methods that are still strong */
export async function checkCms(cms: Cms, bytes: Uint8Array): Promise<void> {
  const { signed, signer } = cms
  const isTimestamp = signed.encapContentInfo.eContentType === TIMESTAMP
  const types = signer.signedAttrs?.attributes.map(({ type }) => type) ?? []
  // Without signed attributes, or with content of its own, a signature would say nothing of the file.
  if (types.length === 0 || new Set(types).size !== types.length) throw new CmsError('damaged')
  if (!isTimestamp && (signed.encapContentInfo.eContentType !== DATA || signed.encapContentInfo.eContent))
    throw new CmsError('damaged')
  const type = attribute(cms, ATTRIBUTES.contentType)
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== signed.encapContentInfo.eContentType)
    throw new CmsError('damaged')
  requireStrong(cms)
  if (isTimestamp && !STRONG.has(tokenInfo(cms).messageImprint.hashAlgorithm.algorithmId))
    throw new CmsError('weak')
  await requireNamedCertificate(cms)
  const data = bytes.slice().buffer
  const isValid = await signed.verify({ signer: 0, data }, ENGINE).catch((cause: unknown) => {
    const isOther = cause instanceof Error && /digest|TSTInfo/.test(cause.message)
    throw new CmsError(isOther ? 'changed' : 'forged', { cause })
  })
  if (!isValid) throw new CmsError('forged')
}

function requireStrong({ signer, certificate }: Cms): void {
  const hash = STRONG.get(signer.digestAlgorithm.algorithmId)
  const method = signer.signatureAlgorithm.algorithmId
  if (!hash || ![hash.rsa, hash.ec, RSA].includes(method)) throw new CmsError('weak')
  const { parsedKey } = certificate.subjectPublicKeyInfo
  if (parsedKey && 'modulus' in parsedKey) {
    const bits = parsedKey.modulus.valueBlock.valueHexView.length * 8
    if (bits < RSA_BITS) throw new CmsError('weak')
  }
}

/** The certificate is the one that the signature names by its digest (RFC 5035, 2634), else its words could be replaced. */
async function requireNamedCertificate(cms: Cms): Promise<void> {
  const earlier = attribute(cms, ATTRIBUTES.earlierCertificate)
  const value = attribute(cms, ATTRIBUTES.signingCertificate) ?? earlier
  if (value === null && cms.signed.encapContentInfo.eContentType === TIMESTAMP) throw new CmsError('damaged')
  if (value === null) return
  const named = firstOf(firstOf(value))
  const [first, second] = named instanceof Sequence ? named.valueBlock.value : []
  const digest = first instanceof Sequence ? second : first
  const id = first instanceof Sequence ? firstOf(first) : null
  const hash =
    id instanceof ObjectIdentifier ? STRONG.get(id.getValue())?.name : value === earlier ? 'SHA-1' : 'SHA-256'
  if (!(digest instanceof OctetString) || !hash) throw new CmsError('weak')
  const actual = await crypto.subtle.digest(hash, toDer(cms.certificate).slice())
  if (toHex(new Uint8Array(actual)) !== toHex(digest.valueBlock.valueHexView)) throw new CmsError('forged')
}

const firstOf = (value: unknown): unknown => (value instanceof Sequence ? value.valueBlock.value[0] : null)

function attribute({ signer }: Cms, type: string): unknown {
  const values = signer.signedAttrs?.attributes.find((each) => each.type === type)?.values ?? []
  return values.length === 1 ? values[0] : null
}

export function signingTime(cms: Cms): Date | null {
  const value = attribute(cms, ATTRIBUTES.signingTime)
  return value instanceof Object && 'toDate' in value && typeof value.toDate === 'function'
    ? value.toDate()
    : null
}

function tokenInfo({ signed }: Cms): TSTInfo {
  const { eContent } = signed.encapContentInfo
  if (!eContent) throw new CmsError('damaged')
  return guarded(() => TSTInfo.fromBER(eContent.getValue()))
}

export const timestampTime = (token: Cms): Date => tokenInfo(token).genTime

export const signatureValue = ({ signer }: Pick<Cms, 'signer'>): Uint8Array =>
  signer.signature.valueBlock.valueHexView

/** The time stamp of the signature (RFC 3161). */
export function findToken(signer: SignerInfo): Cms | null {
  const found = signer.unsignedAttrs?.attributes.find(({ type }) => type === ATTRIBUTES.token)?.values[0]
  const bytes: unknown = found instanceof Sequence ? found.valueBeforeDecodeView : null
  if (found && !(bytes instanceof Uint8Array)) throw new CmsError('damaged')
  const token = tokens.get(signer) ?? (bytes instanceof Uint8Array ? parseCms(bytes) : null)
  if (token) tokens.set(signer, token)
  return token
}

/** Parsing is slow, and each token is asked for several times. */
const tokens = new WeakMap<SignerInfo, Cms>()

import { sign, type KeyObject } from 'node:crypto'
import { HttpTimestampAuthority, PDF, TimestampError } from '@libpdf/core'
import pTimeout from 'p-timeout'
import { Certificate } from 'pkijs'
import { AuthorityError } from './authority-error.ts'
import { canonical, smallerTwin } from './verify/canonical.ts'
import { certificates, findToken, parseCms, sha256, toDer, toHex, type Cms } from './verify/cms.ts'
import { hasSameIssuers, verifyPdf } from './verify/verify-pdf.ts'

export type SealLevel = 'B-B' | 'B-T' | 'B-LTA'

export type Sealing = {
  certificate: Uint8Array
  /** of its issuers, as far as the seal carries them */
  chain: Uint8Array[]
  key: KeyObject
  at: Date
  level: SealLevel
  /** the address of a time-stamping authority; for all levels but B-B */
  authority: string | null
}

/** `carried`: the certificates, beside the sealing one, that the seal and its time stamps carry */
export type SealedPdf = { pdf: Uint8Array; carried: Uint8Array[] }

/** Bytes for a signature without certificates, and for a time stamp with those of its authority. */
const SIGNATURE_BYTES = 2048
const TIMESTAMP_BYTES = 9000
const AUTHORITY_MS = 10_000
const REVOCATION_MS = 5000

/**
 * Adds a PAdES signature, which covers the whole file as it is given.
 * @throws AuthorityError also for time stamps that do not hold, as without them the file can still be sealed
 */
export async function sealPdf(pdf: Uint8Array, sealing: Sealing): Promise<SealedPdf> {
  const { authority, level } = sealing
  if (authority === null && level !== 'B-B') throw new Error(`${level} needs an authority`)
  return makeSeal(pdf, sealing).catch((cause: unknown) => {
    if (level === 'B-B' || cause instanceof AuthorityError) throw cause
    throw new AuthorityError(cause instanceof Error ? cause.message : String(cause), { cause })
  })
}

async function makeSeal(pdf: Uint8Array, sealing: Sealing): Promise<SealedPdf> {
  const { certificate, chain, authority, level } = sealing
  const stamper = level !== 'B-B' && authority !== null ? openAuthority(authority) : null
  const size = [certificate, ...chain].reduce((sum, { length }) => sum + length, SIGNATURE_BYTES)
  const signed = await (
    await PDF.load(pdf)
  ).sign({
    signer: toSigner(sealing),
    signingTime: sealing.at,
    level: stamper ? 'B-T' : 'B-B',
    estimatedSize: size + (stamper ? TIMESTAMP_BYTES : 0),
    ...(stamper && { timestampAuthority: stamper }),
  })
  const seal = rewrite(signed.bytes)
  const stamps = [findToken(seal.signer)]
  let sealed = signed.bytes
  if (stamper && level === 'B-LTA') {
    const opened = await openWithValidationData(sealed)
    sealed = (await opened.addTimestamp({ timestampAuthority: stamper, estimatedSize: TIMESTAMP_BYTES }))
      .bytes
    const last = rewrite(sealed)
    if (stamps[0] && !hasSameIssuers(stamps[0], last))
      throw new AuthorityError('the authority changed its certificates between two time stamps')
    stamps.push(last)
  }
  const carried = [
    ...chain,
    ...stamps.flatMap((stamp) => (stamp ? certificates(stamp.signed).map(toDer) : [])),
  ]
  await requireValid(sealed, certificate, carried)
  return { pdf: sealed, carried }
}

/** Revocation data of the authority, unless its servers hang: the time stamps hold without them. */
async function openWithValidationData(pdf: Uint8Array): Promise<PDF> {
  const opened = await PDF.load(pdf)
  const adding = opened.addValidationData().then(() => true)
  const isAdded = await pTimeout(adding, { milliseconds: REVOCATION_MS, fallback: () => false })
  return isAdded ? opened : PDF.load(pdf)
}

const toSigner = ({ certificate, chain, key }: Sealing) => {
  const isRsa = key.asymmetricKeyType === 'rsa'
  return {
    certificate,
    certificateChain: chain,
    keyType: isRsa ? 'RSA' : 'EC',
    signatureAlgorithm: isRsa ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
    sign: async (data: Uint8Array, digest: string) => {
      const made = new Uint8Array(sign(digest.replace('-', ''), data, key))
      return isRsa
        ? made
        : new Uint8Array(smallerTwin(made, Certificate.fromBER(Uint8Array.from(certificate))))
    },
  } as const
}

function openAuthority(address: string) {
  const authority = new HttpTimestampAuthority(address, { timeout: AUTHORITY_MS })
  return {
    timestamp: (...asked: Parameters<typeof authority.timestamp>) =>
      authority.timestamp(...asked).catch((cause: unknown) => {
        const reason = cause instanceof TimestampError ? cause.message : 'the authority did not answer'
        throw new AuthorityError(reason, { cause })
      }),
  }
}

/** Writes the last signature of a file again in the one way that `canonical` allows, as seals must be. */
function rewrite(pdf: Uint8Array): Cms {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const from = bytes.indexOf('/Contents <', bytes.lastIndexOf('/ByteRange [')) + '/Contents <'.length
  const digits = bytes.toString('latin1', from, bytes.indexOf('>', from))
  const cms = parseCms(Buffer.from(digits, 'hex'))
  const rewritten = toHex(canonical(cms))
  if (rewritten.length > digits.length) throw new Error('The signature is too long for its place')
  bytes.write(rewritten.padEnd(digits.length, '0'), from, 'latin1')
  return cms
}

/** A seal that its verifier refuses must not be stored. */
async function requireValid(pdf: Uint8Array, certificate: Uint8Array, carried: Uint8Array[]): Promise<void> {
  const known = await Promise.all(
    [certificate, ...carried].map(async (each, index) => ({
      fingerprint: await sha256(each),
      seals: index === 0,
      revokedAt: null,
    })),
  )
  const { state, problem } = await verifyPdf(pdf, known)
  if (state !== 'sealed' && state !== 'copy') throw new Error(`The seal does not hold: ${problem}`)
}

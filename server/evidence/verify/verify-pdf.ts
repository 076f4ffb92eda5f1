import {
  CmsError,
  certificates,
  checkCms,
  findToken,
  fingerprint,
  isForTimestamps,
  signatureValue,
  signingTime,
  timestampTime,
  toDer,
  toHex,
  type Cms,
} from './cms.ts'
import { canonical, chainOf } from './canonical.ts'
import { readEvidence, type Evidence } from './evidence.ts'
import { checkLaterRevisions } from './later-revisions.ts'
import { PdfFile } from './pdf-file.ts'
import { PdfError } from './pdf-syntax.ts'
import { NOTHING_PROVEN, withoutSeal, type KnownCertificate, type Verdict } from './verdict.ts'
import {
  findSignatures,
  openSignature,
  requireForm,
  type OpenSignature,
  type Signature,
} from './signature.ts'

/** Whether a PDF is as it was when it was sealed. Nothing in the file is trusted but what a seal proves. */
export async function verifyPdf(bytes: Uint8Array, known: readonly KnownCertificate[]): Promise<Verdict> {
  try {
    const file = await PdfFile.open(bytes)
    const signatures = (await findSignatures(file)).filter(({ isTimestamp }) => !isTimestamp)
    if (signatures.length === 0) return withoutSeal(bytes, 'no_seal')
    return await judge(file, signatures, new Map(known.map((each) => [each.fingerprint, each])))
  } catch (error) {
    if (error instanceof CmsError) return { ...NOTHING_PROVEN, state: 'changed', problem: error.problem }
    if (error instanceof PdfError) return withoutSeal(bytes, 'unreadable')
    throw error
  }
}

type Known = ReadonlyMap<string, KnownCertificate>

async function judge(file: PdfFile, signatures: Signature[], known: Known): Promise<Verdict> {
  const { seal, own } = await chooseSeal(file, signatures, known)
  const { cms, end } = seal
  const stamps: Cms[] = []
  const evidence = await readEvidence(file.before(end))
  const hasTwins = evidence?.seal === undefined
  if (own) await requireOwn(file, seal, known, hasTwins)
  await checkCms(cms, seal.covered)
  const token = findToken(cms.signer)
  if (token) {
    if (own && !(await isTrusted(token, known))) throw new CmsError('rewritten')
    await checkCms(token, signatureValue(cms))
    stamps.push(token)
  }
  for (const later of await checkLaterRevisions(file, end)) {
    const stamp = openSignature(file, later.stamp)
    if (stamp.end !== later.end) throw new CmsError('added')
    if (own) await requireOwn(file, stamp, known, hasTwins)
    await checkCms(stamp.cms, stamp.covered)
    stamps.push(stamp.cms)
  }
  const trusted: Cms[] = []
  for (const stamp of stamps) if (await isTrusted(stamp, known)) trusted.push(stamp)
  // The token, and a time stamp of the whole file behind the seal.
  if (own && evidence?.seal === 'stamped' && trusted.length < 2) throw new CmsError('cut')
  if (own && evidence) requireIssuers(cms, stamps, evidence)
  return conclude(cms, own, evidence, trusted.map(timestampTime))
}

/**
 * No signature covers the certificates of its own issuers. The evidence counts those of the seal; the last time stamp has
 * the ones of the first, which it covers.
 */
function requireIssuers(seal: Cms, [token, stamp]: Cms[], { seal: kind, issuers }: Evidence): void {
  if (issuers !== undefined && chainOf(seal).length - 1 !== issuers) throw new CmsError('cut')
  if (kind === 'stamped' && token && stamp && !hasSameIssuers(token, stamp)) throw new CmsError('cut')
}

export const hasSameIssuers = (one: Cms, other: Cms): boolean => printIssuers(one) === printIssuers(other)
const printIssuers = (cms: Cms): string => chainOf(cms).slice(1).map(toDer).map(toHex).join()

function conclude(cms: Cms, own: KnownCertificate | null, evidence: Evidence | null, times: Date[]): Verdict {
  const { notBefore, notAfter, subject } = cms.certificate
  const at = signingTime(cms)
  const stampedAt = times.sort((a, b) => a.getTime() - b.getTime())[0]
  const name = subject.typesAndValues.find(({ type }) => type === COMMON_NAME) ?? subject.typesAndValues[0]
  const seal = {
    sealedAt: at?.toISOString() ?? null,
    timestampedAt: stampedAt?.toISOString() ?? null,
    sealedBy: String(name?.value.valueBlock.value ?? ''),
    evidence,
  }
  // What a stranger's file says of itself proves nothing.
  if (!own) return { ...NOTHING_PROVEN, sealedBy: seal.sealedBy, state: 'foreign', problem: 'unknown' }
  const isInTime = at !== null && at >= notBefore.value && at <= notAfter.value
  if (!isInTime) return { ...seal, state: 'not_sealed', problem: 'out_of_time' }
  // Whoever has the key can write any time into a seal, but not into a time stamp.
  const isRevoked = own.revokedAt !== null && !(stampedAt && stampedAt < new Date(own.revokedAt))
  if (isRevoked) return { ...seal, state: 'not_sealed', problem: 'revoked' }
  return { ...seal, state: evidence?.kind === 'copy' ? 'copy' : 'sealed', problem: null }
}

const COMMON_NAME = '2.5.4.3'

/** @returns the first signature by one of the installation's certificates, else the last of all */
async function chooseSeal(file: PdfFile, signatures: Signature[], known: Known) {
  let seal: OpenSignature | null = null
  for (const signature of signatures) {
    seal = openSignature(file, signature)
    const own = known.get(await fingerprint(seal.cms.certificate))
    if (own?.seals) return { seal, own }
  }
  if (!seal) throw new CmsError('damaged')
  return { seal, own: null }
}

/** Whether all certificates in a signature are known, byte by byte. */
const isKnown = async ({ signed }: Cms, known: Known): Promise<boolean> =>
  (await Promise.all(certificates(signed).map(fingerprint))).every((each) => known.has(each))

/** Whether a time stamp is by an authority of the installation: a thief of its sealing key can't make one. */
async function isTrusted(stamp: Cms, known: Known): Promise<boolean> {
  const signer = known.get(await fingerprint(stamp.certificate))
  return signer?.seals === false && isForTimestamps(stamp.certificate) && isKnown(stamp, known)
}

/** A signature that this installation made or asked for has the form that it gives it. Others may add time stamps. */
async function requireOwn(
  file: PdfFile,
  signature: OpenSignature,
  known: Known,
  hasTwins: boolean,
): Promise<void> {
  const isOwn = known.has(await fingerprint(signature.cms.certificate))
  requireForm(file, signature, isOwn ? canonical(signature.cms, hasTwins) : signature.cms.der)
  if (isOwn && !(await isKnown(signature.cms, known))) throw new CmsError('rewritten')
}

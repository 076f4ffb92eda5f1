import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { types } from 'node:util'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-sources.ts'
import { sealKeyContext } from '../platform/crypto/contexts.ts'
import type { Tx } from '../platform/database/db.ts'
import { LOCKS } from '../platform/database/locks.ts'
import type { Services } from '../services.ts'
import type { KnownCertificate } from './verify/verdict.ts'

export type Sealer = { certificate: Uint8Array; chain: Uint8Array[]; key: KeyObject }

const DAY_MS = 24 * 3_600_000
/** Before a certificate ends: warnings begin, and one of the installation's own is followed by a new one. */
const WARN_MS = 60 * DAY_MS
const CLOCK_SKEW_MS = 3_600_000

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'publicUrl'>

/** The certificate that seals now: the operator's while it is valid and not revoked, else the installation's own. */
export async function currentSealer(services: Needs): Promise<Sealer> {
  const given = await readGiven(services.config.signing)
  if (!given || !isValid(given, new Date())) return ownSealer(services)
  const find = { where: { fingerprint: toFingerprint(given.certificate), revokedAt: { not: null } } }
  const revoked = await services.db.system('maintenance').read((client) => client.sealCertificate.count(find))
  return revoked > 0 ? ownSealer(services) : given
}

/** Makes the first certificate, remembers the operator's, and warns of its end. Runs at start and once a day. */
export async function openCertificates(services: Needs & Pick<Services, 'log'>): Promise<void> {
  const { config, db, log } = services
  const given = await readGiven(config.signing)
  if (given) {
    await db.system('maintenance').write((tx) => remember(tx, given.certificate, { seals: true }))
    await rememberCarried(db, given.chain)
    const left = endOf(given.certificate).getTime() - Date.now()
    if (left < 0) log.error('the certificate of SIGNING_… has ended; the own one of this installation seals')
    else if (left < WARN_MS)
      log.warn({ days: Math.floor(left / DAY_MS) }, 'the certificate of SIGNING_… ends soon; replace it')
  }
  await currentSealer(services)
}

async function ownSealer(services: Needs): Promise<Sealer> {
  const { db } = services
  const isFresh = (row: Row | null): row is Row =>
    row !== null && endOf(row.certificate).getTime() - Date.now() > WARN_MS
  const present = await db.system('maintenance').read(findOwn)
  if (isFresh(present)) return toSealer(services, present)
  return db.system('maintenance').write(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.sealCertificate})`
    const row = await findOwn(tx)
    return isFresh(row) ? toSealer(services, row) : makeOwn(services, tx)
  })
}

type Row = { fingerprint: string; certificate: Uint8Array; wrappedKey: Uint8Array | null }

const findOwn = (client: Pick<Tx, 'sealCertificate'>): Promise<Row | null> =>
  client.sealCertificate.findFirst({
    where: { wrappedKey: { not: null }, revokedAt: null },
    orderBy: { createdAt: 'desc' },
  })

function toSealer({ keys }: Needs, { fingerprint, certificate, wrappedKey }: Row): Sealer {
  const pkcs8 = keys.unwrap(wrappedKey ?? new Uint8Array(), sealKeyContext(fingerprint))
  return { certificate, chain: [], key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) }
}

/** A new certificate seals from now on; what others sealed stays valid. */
export async function makeOwn({ keys, publicUrl }: Needs, tx: Tx): Promise<Sealer> {
  // Loaded when needed, as it would slow down every start.
  const { makeCertificate } = await import('./make-certificate.ts')
  // Nodes whose clocks are behind seal with it too.
  const from = new Date(Date.now() - CLOCK_SKEW_MS)
  const made = await makeCertificate(`Intake at ${new URL(publicUrl).hostname}`, from)
  const pkcs8 = made.key.export({ format: 'der', type: 'pkcs8' })
  const wrappedKey = keys.wrap(pkcs8, sealKeyContext(toFingerprint(made.certificate)))
  await remember(tx, made.certificate, { seals: true, wrappedKey })
  return { ...made, chain: [] }
}

type Kind = { seals: boolean; wrappedKey?: Uint8Array<ArrayBuffer> }

async function remember(tx: Pick<Tx, 'sealCertificate'>, certificate: Uint8Array, kind: Kind): Promise<void> {
  const fingerprint = toFingerprint(certificate)
  const row = { fingerprint, certificate: Uint8Array.from(certificate), ...kind }
  await tx.sealCertificate.upsert({
    where: { fingerprint },
    create: row,
    update: kind.seals ? { seals: true } : {},
  })
}

/** Certificates that seals carry are known by their bytes afterwards: none of them can be altered unnoticed. */
export const rememberCarried = (db: Services['db'], certificates: readonly Uint8Array[]): Promise<void> =>
  db.system('maintenance').write(async (client) => {
    const rows = certificates.map((certificate) => ({
      fingerprint: toFingerprint(certificate),
      certificate: Uint8Array.from(certificate),
      seals: false,
    }))
    if (rows.length > 0) await client.sealCertificate.createMany({ data: rows, skipDuplicates: true })
  })

export const knownCertificates = (db: Services['db']): Promise<KnownCertificate[]> =>
  db.system('maintenance').read(async (client) => {
    const rows = await client.sealCertificate.findMany({ orderBy: { createdAt: 'asc' } })
    return rows.map(({ fingerprint, seals, revokedAt }) => ({
      fingerprint,
      seals,
      revokedAt: revokedAt?.toISOString() ?? null,
    }))
  })

export const toFingerprint = (certificate: Uint8Array): string =>
  new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase()

export const endOf = (certificate: Uint8Array): Date => new Date(new X509Certificate(certificate).validTo)

const isValid = ({ certificate }: Sealer, at: Date): boolean =>
  at >= new Date(new X509Certificate(certificate).validFrom) && at <= endOf(certificate)

type Signing = Config['signing']
const read = new WeakMap<Signing, Promise<Sealer | null>>()

/** The operator's certificate and key. @throws ConfigError */
export function readGiven(signing: Signing): Promise<Sealer | null> {
  const given = read.get(signing) ?? readFiles(signing)
  read.set(signing, given)
  return given
}

async function readFiles({
  certificateFile,
  keyFile,
  p12File,
  p12Password,
}: Signing): Promise<Sealer | null> {
  const named = p12File === null ? 'SIGNING_CERT_FILE and SIGNING_KEY_FILE' : 'SIGNING_P12_FILE'
  try {
    if (p12File !== null) return requirePair(await readP12(await readFile(p12File), p12Password ?? ''))
    if (certificateFile === null || keyFile === null) return null
    const pem = await readFile(certificateFile, 'utf8')
    const all = pem.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []
    const [certificate, ...chain] = all.map((each) => new Uint8Array(new X509Certificate(each).raw))
    if (!certificate) throw new Error('there is no certificate')
    return requirePair({ certificate, chain, key: createPrivateKey(await readFile(keyFile)) })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`${named} can't be used: ${reason}`, { cause })
  }
}

async function readP12(content: Buffer, password: string): Promise<Sealer> {
  const { P12Signer } = await import('@libpdf/core')
  const signer = await P12Signer.create(Uint8Array.from(content), password).catch((cause: unknown) => {
    throw new Error('SIGNING_P12_PASSWORD does not open it, or it is damaged', { cause })
  })
  // It keeps its key to itself, but threads can only be handed a key.
  const key: unknown = Reflect.get(signer, 'privateKey')
  if (!types.isCryptoKey(key)) throw new Error('there is no key')
  return { certificate: signer.certificate, chain: [...signer.certificateChain], key: KeyObject.from(key) }
}

function requirePair(sealer: Sealer): Sealer {
  const { publicKey } = new X509Certificate(sealer.certificate)
  const { asymmetricKeyType, asymmetricKeyDetails } = sealer.key
  if (!new X509Certificate(sealer.certificate).checkPrivateKey(sealer.key))
    throw new Error('the key is not that of the first certificate')
  const isStrong =
    asymmetricKeyType === 'rsa' ? (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 : isKnownCurve(publicKey)
  if (!isStrong) throw new Error('it takes RSA with 2048 bits or more, P-256, P-384 or P-521')
  return sealer
}

const isKnownCurve = ({ asymmetricKeyDetails }: KeyObject): boolean =>
  ['prime256v1', 'secp384r1', 'secp521r1'].includes(asymmetricKeyDetails?.namedCurve ?? '')

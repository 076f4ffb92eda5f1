import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { makeCertificate } from './make-certificate.ts'
import { sealPdf, type Sealing } from './seal-pdf.ts'
import { sha256 } from './verify/cms.ts'
import { EVIDENCE_FILE, type Evidence } from './verify/evidence.ts'
import type { KnownCertificate } from './verify/verdict.ts'

// PDFs with seals of all kinds, made in this process.

export const SIGNERS = [{ name: 'Íñigo Peña', signedAt: '2026-11-21T15:03:40.000Z' }]

export const evidence = (given: Partial<Evidence> = {}): Evidence => ({
  version: 1,
  kind: 'original',
  submission: '0199a4f2-7c1e-7b3a-9d20-5f64c0ab12de',
  original: null,
  signers: SIGNERS,
  page: [{ title: 'Signer 1', rows: [['Contact', 'o…@example.com']] }],
  ...given,
})

/** A PDF of two pages as pdfkit writes them, with evidence attached. */
export async function unsealed(given: Evidence | null = evidence(), text = 'Amount requested: $75,000') {
  const document = new PDFDocument({ size: 'LETTER', pdfVersion: '1.7', tagged: true, lang: 'en-US' })
  document.fontSize(12).text('Funding application').text(text)
  document
    .addPage()
    .text('Signature record')
    .text(SIGNERS[0]?.name ?? '')
  if (given)
    document.file(Buffer.from(JSON.stringify(given)), { name: EVIDENCE_FILE, type: 'application/json' })
  document.end()
  return new Uint8Array(await buffer(document))
}

export type Sealer = { certificate: Uint8Array; chain: Uint8Array[]; key: KeyObject }

export const ownSealer = async (name: string, from?: Date, until?: Date): Promise<Sealer> => ({
  ...(await makeCertificate(name, from, until)),
  chain: [],
})

/** A certificate as openssl makes it. @param key for `openssl req -newkey` */
export function opensslSealer(key: string, subject: string, ...more: string[]): Sealer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-seal-'))
  try {
    const files = ['-keyout', 'key.pem', '-out', 'certificate.pem']
    const args = [
      'req',
      '-x509',
      '-newkey',
      ...key.split(' '),
      '-nodes',
      ...files,
      '-days',
      '900',
      '-subj',
      subject,
    ]
    execFileSync('openssl', [...args, ...more], { cwd: folder, stdio: 'pipe' })
    const read = (name: string) => readFileSync(path.join(folder, name))
    const certificate = new Uint8Array(new X509Certificate(read('certificate.pem')).raw)
    return { certificate, chain: [], key: createPrivateKey(read('key.pem')) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A certificate of a root that its seals carry along. */
export function issuedSealer(subject: string): Sealer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-seal-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  try {
    const root = ['-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Test root']
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '900', ...root)
    openssl(
      'req',
      '-newkey',
      'rsa:3072',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'request.pem',
      '-subj',
      subject,
    )
    writeFileSync(path.join(folder, 'extensions.cnf'), 'keyUsage=critical,digitalSignature,nonRepudiation\n')
    const by = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-extfile', 'extensions.cnf']
    openssl('x509', '-req', '-in', 'request.pem', '-out', 'certificate.pem', '-days', '800', ...by)
    const [certificate, issuer] = ['certificate.pem', 'root.pem'].map(
      (name) => new Uint8Array(new X509Certificate(readFileSync(path.join(folder, name))).raw),
    )
    const key = createPrivateKey(readFileSync(path.join(folder, 'key.pem')))
    return { certificate: certificate as Uint8Array, chain: [issuer as Uint8Array], key }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function knownOf(
  sealer: Sealer,
  carried: readonly Uint8Array[] = [],
  revokedAt: string | null = null,
): Promise<KnownCertificate[]> {
  const others = [...sealer.chain, ...carried].map(async (each) => ({
    fingerprint: await sha256(each),
    seals: false,
    revokedAt: null,
  }))
  return Promise.all([{ fingerprint: await sha256(sealer.certificate), seals: true, revokedAt }, ...others])
}

export const seal = (pdf: Uint8Array, sealer: Sealer, given: Partial<Sealing> = {}) =>
  sealPdf(pdf, { at: new Date(), level: 'B-B', authority: null, ...sealer, ...given })

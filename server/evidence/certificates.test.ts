import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { X509Certificate } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createKeyRing } from '../platform/crypto/keys.ts'
import { rewrapAll } from '../platform/rotation/rewrap.ts'
import { testDatabase } from '../test/support/database.ts'
import {
  currentSealer,
  knownCertificates,
  openCertificates,
  readGiven,
  toFingerprint,
} from './certificates.ts'
import { makeCertificate } from './make-certificate.ts'
import { seal, unsealed } from './sealed.fixture.ts'
import { verifyPdf } from './verify/verify-pdf.ts'

const { db } = await testDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-certificates-'))
afterAll(() => rmSync(folder, { recursive: true }))

const logged: string[] = []
const log = {
  warn: (_detail: unknown, text?: string) => void logged.push(text ?? String(_detail)),
  error: (_detail: unknown, text?: string) => void logged.push(text ?? String(_detail)),
}
const world = (signing: Record<string, string> = {}) => ({
  config: readConfig({ DATA_DIR: folder, ...signing }),
  db,
  keys: createKeyRing(main),
  publicUrl: 'https://apply.example.com',
  log: log as never,
})
const main = randomBytes(32)
const clear = () =>
  db
    .system('test')
    .write((client) => client.sealCertificate.deleteMany())
    .then(() => logged.splice(0))

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const file = (name: string) => path.join(folder, name)
function makeFiles(name: string, days: string, key = 'ec -pkeyopt ec_paramgen_curve:prime256v1') {
  const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', days, '-subj', `/CN=${name}`]
  openssl('req', '-x509', '-newkey', ...key.split(' '), '-nodes', ...files)
  return { SIGNING_CERT_FILE: file(`${name}.pem`), SIGNING_KEY_FILE: file(`${name}.key`) }
}

describe("the installation's own certificate", () => {
  it('is made once, by nodes that start together too, and its key is wrapped', async () => {
    await clear()
    await Promise.all([1, 2, 3].map(() => openCertificates(world())))
    const rows = await db.system('test').write((client) => client.sealCertificate.findMany())
    expect(rows).toHaveLength(1)
    const { subject, validFrom } = new X509Certificate(rows[0]?.certificate ?? '')
    expect(Date.parse(validFrom)).toBeLessThan(Date.now() - 1_800_000)
    expect(subject).toBe('CN=Intake at apply.example.com')
    const { key } = await currentSealer(world())
    const secret = key.export({ format: 'jwk' }).d ?? ''
    expect(Buffer.from(rows[0]?.wrappedKey ?? []).includes(Buffer.from(secret, 'base64url'))).toBe(false)
    expect(logged).toEqual([])
  })

  it('is followed by a new one 60 days before it ends, and what it sealed stays sealed', async () => {
    await clear()
    const services = world()
    const day = 24 * 3_600_000
    const old = await makeCertificate('Old', new Date(Date.now() - day), new Date(Date.now() + 59 * day))
    const { sealKeyContext } = await import('../platform/crypto/contexts.ts')
    const fingerprint = toFingerprint(old.certificate)
    const wrappedKey = services.keys.wrap(
      old.key.export({ format: 'der', type: 'pkcs8' }),
      sealKeyContext(fingerprint),
    )
    const row = { fingerprint, certificate: Uint8Array.from(old.certificate), seals: true, wrappedKey }
    await db.system('test').write((client) => client.sealCertificate.create({ data: row }))
    const { pdf } = await seal(await unsealed(), { ...old, chain: [] })
    const next = await currentSealer(services)
    expect(toFingerprint(next.certificate)).not.toBe(fingerprint)
    expect((await currentSealer(services)).certificate).toEqual(next.certificate)
    expect(await verifyPdf(pdf, await knownCertificates(db))).toMatchObject({ state: 'sealed' })
  })

  it('keeps its key and its seals when the main key changes', async () => {
    await clear()
    const before = await currentSealer(world())
    const { pdf } = await seal(await unsealed(), before)
    const next = randomBytes(32)
    await rewrapAll(db, createKeyRing(next, [main]), () => {})
    const after = await currentSealer({ ...world(), keys: createKeyRing(next) })
    expect(after.key.equals(before.key)).toBe(true)
    expect(await verifyPdf(pdf, await knownCertificates(db))).toMatchObject({ state: 'sealed' })
    await expect(currentSealer(world())).rejects.toThrow('wrapped under the key')
  })
})

describe("the operator's certificate", () => {
  it('seals, and what the own one sealed stays sealed', async () => {
    await clear()
    const { pdf } = await seal(await unsealed(), await currentSealer(world()))
    const services = world(makeFiles('given', '900'))
    await openCertificates(services)
    const sealer = await currentSealer(services)
    expect(new X509Certificate(sealer.certificate).subject).toBe('CN=given')
    const known = await knownCertificates(db)
    for (const each of [pdf, (await seal(await unsealed(), sealer)).pdf])
      expect(await verifyPdf(each, known)).toMatchObject({ state: 'sealed' })
    expect(logged).toEqual([])
  })

  it('may be a PKCS#12 file, of programs old and new', async () => {
    makeFiles('packed', '900', 'rsa:2048')
    const pack = ['-in', 'packed.pem', '-inkey', 'packed.key', '-passout', 'pass:secret word']
    openssl('pkcs12', '-export', '-out', 'new.p12', ...pack)
    openssl('pkcs12', '-export', '-legacy', '-out', 'old.p12', ...pack)
    for (const name of ['new.p12', 'old.p12']) {
      const given = { SIGNING_P12_FILE: file(name), SIGNING_P12_PASSWORD: 'secret word' }
      const services = world(given)
      await openCertificates(services)
      const { pdf } = await seal(await unsealed(), await currentSealer(services))
      expect(await verifyPdf(pdf, await knownCertificates(db))).toMatchObject({
        sealedBy: 'packed',
        state: 'sealed',
      })
    }
  })

  it('warns 60 days before it ends; once it has ended, the own one seals', async () => {
    await clear()
    await openCertificates(world(makeFiles('short', '59')))
    expect(logged).toEqual(['the certificate of SIGNING_… ends soon; replace it'])
    logged.length = 0
    const { certificate, key } = await makeCertificate(
      'ended',
      new Date('2020-01-01'),
      new Date('2025-01-01'),
    )
    writeFileSync(file('ended.pem'), new X509Certificate(certificate).toString())
    writeFileSync(file('ended.key'), key.export({ format: 'pem', type: 'pkcs8' }))
    const ended = world({ SIGNING_CERT_FILE: file('ended.pem'), SIGNING_KEY_FILE: file('ended.key') })
    await openCertificates(ended)
    expect(logged).toEqual(['the certificate of SIGNING_… has ended; the own one of this installation seals'])
    expect(new X509Certificate((await currentSealer(ended)).certificate).subject).toMatch(/^CN=Intake at/)
  })

  it.each([
    [
      'no file',
      () => ({ SIGNING_CERT_FILE: file('none.pem'), SIGNING_KEY_FILE: file('none.key') }),
      /none\.pem/,
    ],
    [
      'the key of another',
      () => ({ ...makeFiles('one', '900'), SIGNING_KEY_FILE: makeFiles('two', '900').SIGNING_KEY_FILE }),
      /not that of the first certificate/,
    ],
    ['a weak key', () => makeFiles('weak', '900', 'rsa:1024'), /2048 bits/],
    [
      'a wrong password',
      () => ({ SIGNING_P12_FILE: file('new.p12'), SIGNING_P12_PASSWORD: 'wrong' }),
      /SIGNING_P12_FILE can't be used/,
    ],
    [
      'no certificate',
      () => {
        writeFileSync(file('empty.pem'), 'nothing')
        return { ...makeFiles('three', '900'), SIGNING_CERT_FILE: file('empty.pem') }
      },
      /there is no certificate/,
    ],
  ])('with %s is refused in one line', async (_name, make, text) => {
    const failed = readGiven(world(make()).config.signing)
    await expect(failed).rejects.toThrow(text)
    await expect(failed).rejects.toMatchObject({ name: 'ConfigError' })
  })
})

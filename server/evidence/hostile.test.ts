// @module-tag long
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startTimestampAuthority } from '../test/support/timestamp-authority.ts'
import { AuthorityError } from './authority-error.ts'
import { append, ids, streamObject, toPdf, toText } from './attacks.fixture.ts'
import {
  evidence,
  issuedSealer,
  knownOf,
  opensslSealer,
  ownSealer,
  seal,
  unsealed,
} from './sealed.fixture.ts'
import { canonical, smallerTwin } from './verify/canonical.ts'
import { parseCms, signatureValue, toHex } from './verify/cms.ts'
import { verifyPdf } from './verify/verify-pdf.ts'

/** What outsiders tried on sealed files: words that programs read differently, twins, cuts, thieves and bombs. */

const authority = await startTimestampAuthority()
afterAll(() => authority.stop())
const own = await ownSealer('Intake')
const basic = (await seal(await unsealed(evidence({ seal: 'plain' })), own)).pdf
const stampedEvidence = await unsealed(evidence({ seal: 'stamped' }))
const archived = await seal(stampedEvidence, own, { level: 'B-LTA', authority: authority.url })
const known = await knownOf(own, archived.carried)
const verify = (pdf: Uint8Array) => verifyPdf(pdf, known)

/** An update with a certificate, which may stand behind a seal. */
function withCertificate(certificate: Uint8Array): Uint8Array {
  const { root, catalog, size } = ids(basic)
  const print = Buffer.from(certificate).toString('latin1')
  const vri = `/VRI <<\n/${'A'.repeat(40)} <<\n/TU (D:20261126201533Z)\n>>\n>>`
  return append(basic, {
    [root]: catalog.replace('<<', `<<\n/DSS ${size} 0 R`),
    [size]: `<<\n/Type /DSS\n/Certs [${size + 1} 0 R]\n${vri}\n>>`,
    [size + 1]: streamObject(print),
  })
}

describe('an update behind a seal', () => {
  const extended = withCertificate(own.certificate)
  const update = toText(extended.slice(basic.length))
  const { root, size, startxref } = ids(basic)

  it('may add certificates', async () => {
    expect(await verify(extended)).toMatchObject({ state: 'sealed', problem: null })
  })

  it.each<[string, string | RegExp, string]>([
    ['a head with a space of another kind', `${root} 0 obj`, `${root}\xa00 obj`],
    ['a head with a tab', `${root} 0 obj`, `${root}\t0 obj`],
    ['rows of a table that run together', / 00000 n \n/g, ' 00000 n  '],
    ['a number with a sign', `\n${size} 1\n`, `\n+${size} 1\n`],
    ['a number with a point', `\n${size} 1\n`, `\n${size} 1.0\n`],
    ['a real number for the earlier table', `/Prev ${startxref}`, `/Prev ${startxref}.0`],
    ['a word that ends by another space', 'xref\n', 'xref\x0b'],
    ['a comment before the end of an object', '\nendobj', '\n% Paid\nendobj'],
    ['a comment behind data', '\nendstream', '\n% Paid\nendstream'],
    ['much empty space', '\nendobj', `${' '.repeat(200)}\nendobj`],
    ['a size that is too small', /\/Size \d+/, '/Size 1'],
    ['a size that is a word', /\/Size \d+/, '/Size /Paid'],
    ['another type', '/Type /DSS', '/Type /Paid'],
    ['another name', 'A'.repeat(40), 'Paid'],
    ['words in place of a time', 'D:20261126201533Z', 'Paid'],
    ['a length by reference', /\/Length (\d+)/, `/Length ${size} 0 R`],
  ])('is refused with %s', async (_name, from, to) => {
    const changed = update.replace(from, to)
    expect(changed).not.toBe(update)
    // Tables follow what moves, as an attacker would see to it.
    const at = basic.length + changed.lastIndexOf('xref', changed.lastIndexOf('trailer'))
    const offsets = new Map(
      [...changed.matchAll(/(?:^|\n)(\d+)[ \t\xa0]0 obj/g)].map((found) => [
        found[1],
        basic.length + found.index + (found[0].startsWith('\n') ? 1 : 0),
      ]),
    )
    const moved = changed
      .replace(/(\n\+?)(\d+) (1(?:\.0)?\n)\d{10}/g, (all, start, id, count) =>
        offsets.has(id) ? `${start}${id} ${count}${String(offsets.get(id)).padStart(10, '0')}` : all,
      )
      .replace(/startxref\n\d+/, `startxref\n${at}`)
    expect((await verify(toPdf(toText(basic) + moved))).state).toBe('changed')
  })

  it('is refused with a certificate that looks like an object', async () => {
    const name = '/CN=endobj 10 0 obj <<>> endobj'.replace('<<>>', '1')
    const { certificate } = opensslSealer('rsa:2048', name)
    expect(await verify(withCertificate(certificate))).toMatchObject({ state: 'changed', problem: 'added' })
  })
})

describe('a seal', () => {
  const digits = /(?<=\/Contents <)[0-9a-f]+(?=>)/
  const rewrite = (change: (cms: ReturnType<typeof parseCms>) => void) => {
    const found = digits.exec(toText(basic))?.[0] ?? ''
    const cms = parseCms(Uint8Array.from(Buffer.from(found, 'hex')))
    change(cms)
    return toPdf(toText(basic).replace(digits, toHex(canonical(cms, true)).padEnd(found.length, '0')))
  }

  it('is refused with the twin of its signature', async () => {
    const twin = rewrite(({ signer, certificate }) => {
      const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
      const hex = Buffer.from(signatureValue({ signer })).toString('hex')
      const at = 8 + 2 * parseInt(hex.slice(6, 8), 16)
      const other = (order - BigInt(`0x${hex.slice(at + 4)}`)).toString(16).padStart(64, '0')
      const pair = `02${hex.slice(6, at)}022100${other}`
      const made = Buffer.from(`30${(pair.length / 2).toString(16)}${pair}`, 'hex')
      signer.signature.valueBlock.valueHexView = new Uint8Array(smallerTwin(made, certificate, true))
    })
    expect(twin).not.toEqual(basic)
    expect(await verify(twin)).toMatchObject({ state: 'changed', problem: 'rewritten' })
  })

  it('is refused with a certificate twice', async () => {
    const found = digits.exec(toText(basic))?.[0] ?? ''
    const hex = Buffer.from(own.certificate).toString('hex')
    const twice = found.replace(hex, hex + hex).slice(0, found.length)
    expect((await verify(toPdf(toText(basic).replace(digits, twice)))).state).toBe('changed')
  })

  it('is refused without the time stamp of the whole file that it tells of', async () => {
    const text = toText(archived.pdf)
    const ends = [...text.matchAll(/%%EOF\n/g)].map(({ index }) => index + 6)
    expect(await verify(archived.pdf)).toMatchObject({ state: 'sealed' })
    for (const end of ends.slice(1, -1)) {
      expect(await verify(archived.pdf.slice(0, end))).toMatchObject({ state: 'changed', problem: 'cut' })
    }
  })

  it('is refused without the certificates of issuers that it or its last time stamp carried', async () => {
    const issued = issuedSealer('/CN=Intake')
    const withIssuers = await unsealed(evidence({ seal: 'plain', issuers: 1 }))
    const { pdf, carried } = await seal(withIssuers, issued)
    const all = [...known, ...(await knownOf(issued, carried))]
    for (const given of [pdf, archived.pdf]) {
      const place = toText(given).lastIndexOf('/Contents <')
      const found = digits.exec(toText(given).slice(place))?.[0] ?? ''
      const cms = parseCms(Uint8Array.from(Buffer.from(found, 'hex')))
      cms.signed.certificates = [cms.certificate]
      const cut = toHex(canonical(cms)).padEnd(found.length, '0')
      expect(await verifyPdf(given, all)).toMatchObject({ state: 'sealed' })
      expect(await verifyPdf(toPdf(toText(given).replace(found, cut)), all)).toMatchObject({
        state: 'changed',
        problem: 'cut',
      })
    }
  })

  it('is refused with a time by a key that seals, which a thief has, too', async () => {
    const thief = known.map((each) => ({ ...each, seals: true }))
    expect(await verifyPdf(archived.pdf, thief)).toMatchObject({ state: 'changed', problem: 'rewritten' })
  })

  it('tells nothing of what a stranger’s file says of itself', async () => {
    const { pdf } = await seal(await unsealed(), await ownSealer('Intake'))
    expect(await verify(pdf)).toEqual({
      state: 'foreign',
      problem: 'unknown',
      sealedBy: 'Intake',
      sealedAt: null,
      timestampedAt: null,
      evidence: null,
    })
  })
})

it('a seal does not wait for the revocation lists of an authority whose server hangs', async () => {
  const hanging = createServer(() => {}).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const { port } = hanging.address() as AddressInfo
  const extension = `crlDistributionPoints = URI:http://127.0.0.1:${port}/list`
  const slow = await startTimestampAuthority('Slow', { extension })
  const { pdf, carried } = await seal(stampedEvidence, own, { level: 'B-LTA', authority: slow.url })
  expect(await verifyPdf(pdf, await knownOf(own, carried))).toMatchObject({
    state: 'sealed',
    timestampedAt: expect.any(String),
  })
  expect([archived.pdf, pdf].map((each) => toText(each).includes('/DSS'))).toEqual([true, false])
  hanging.closeAllConnections()
  hanging.close()
  await slow.stop()
})

it('a time stamp by a weak method makes no seal, and its authority is asked again later', async () => {
  const weak = await startTimestampAuthority('Weak', { digest: 'sha1' })
  const made = seal(stampedEvidence, own, { level: 'B-LTA', authority: weak.url })
  await expect(made).rejects.toThrow(AuthorityError)
  await expect(made).rejects.toThrow('weak')
  await weak.stop()
})

describe('a file made to keep a program busy', () => {
  const table = (...objects: string[]) => {
    let text = '%PDF-1.7\n'
    const rows = objects.map((body, index) => {
      const row = `${index + 1} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`
      text += `${index + 1} 0 obj\n${body}\nendobj\n`
      return row
    })
    const trailer = `trailer\n<< /Root 1 0 R /Size 99 >>\nstartxref\n${text.length}\n%%EOF\n`
    return `${text}xref\n${rows.join('')}${trailer}`
  }
  const stream = (dict: string, data = deflateSync('x'.repeat(10))) =>
    `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Filter /FlateDecode /Length ${data.length} /Root 1 0 R /Size 9 ${dict} >>\nstream\n` +
    `${data.toString('latin1')}\nendstream\nendobj\nstartxref\n9\n%%EOF\n`
  const signed = (contents: string) =>
    table(
      '<< /AcroForm << /Fields [2 0 R] >> >>',
      `<< /FT /Sig /V << /SubFilter /None /Contents ${contents} >> >>`,
    )

  it.each<[string, () => string]>([
    ['a table of no columns', () => stream('/W [0 0 0] /Index [0 9000000000000000]')],
    ['numbers that do not grow', () => stream('/W [0 0 0] /Index [9007199254740991 9007199254740991]')],
    ['rows of a negative width', () => stream('/W [1 2 1] /DecodeParms << /Predictor 12 /Columns -1 >>')],
    ['a stream of 40 MB', () => stream('/W [1 2 1]', deflateSync(Buffer.alloc(40_000_000)))],
    ['19 MB of spaces', () => table(`${' '.repeat(19_000_000)}<< /Type /Catalog >>`)],
    ['millions of comments', () => table(`${'%\n'.repeat(9_000_000)}<< /Type /Catalog >>`)],
    ['a text of 18 MB', () => signed(`(${'\\051'.repeat(4_500_000)})`)],
    ['digits of 18 MB', () => signed(`<${'0'.repeat(18_000_000)}>`)],
    [
      'a field of 300,000 kids',
      () =>
        table(
          '<< /AcroForm << /Fields [2 0 R] >> >>',
          '<< /FT /Sig /Kids 3 0 R >>',
          `[${'9 0 R '.repeat(300_000)}]`,
        ),
    ],
  ])('is not sealed: %s', async (_name, make) => {
    expect((await verify(toPdf(make()))).state).toBe('not_sealed')
  })
})

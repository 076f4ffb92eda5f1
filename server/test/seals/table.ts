import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { append, ids, streamObject, toPdf, toText } from '../../evidence/attacks.fixture.ts'
import {
  evidence,
  issuedSealer,
  knownOf,
  ownSealer,
  seal,
  unsealed,
  type Sealer,
} from '../../evidence/sealed.fixture.ts'
import type { KnownCertificate } from '../../evidence/verify/verdict.ts'
import { verifyPdf } from '../../evidence/verify/verify-pdf.ts'
import { startTimestampAuthority } from '../support/timestamp-authority.ts'
import { askOthers, type Verdict } from './judges.ts'

/**
 * 200 files and what four programs say of them: this verifier, and poppler's pdfsig, OpenSSL and MuPDF, which judge the
 * signed range alone. `tsx server/test/seals/table.ts [files of a kind]`; it needs poppler-utils, mupdf-tools and
 * faketime. It ends with 1 if an answer is not the expected one.
 */
const COUNT = Number(process.argv[2] ?? 20)
const DAY_MS = 24 * 3_600_000
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS)

const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-seals-'))
const authority = await startTimestampAuthority()
const own = await ownSealer('Intake at apply.example.com', day(-30))
const issued = issuedSealer('/CN=Acme Funding seals')
const stranger = await ownSealer('Stranger')
const ended = await ownSealer('Intake at apply.example.com', day(-900), day(-30))
const known: KnownCertificate[] = [
  ...(await knownOf(own)),
  ...(await knownOf(issued)),
  ...(await knownOf(ended)),
]

const text = (n: number) => `Amount requested: $${75_000 + n}`
const made = async (sealer: Sealer, n: number, given: Parameters<typeof seal>[2] = {}, kind = evidence()) => {
  const { pdf, carried } = await seal(await unsealed(kind, text(n)), sealer, given)
  known.push(...(await knownOf(sealer, carried)).filter(({ seals }) => !seals))
  return pdf
}
const stamped = { level: 'B-LTA', authority: authority.url } as const
const copy = evidence({ kind: 'copy', original: 'a'.repeat(64) })
const FORGED = streamObject('BT /F1 24 Tf 72 700 Td (Amount requested: $750,000) Tj ET')

/** A bit of what the first signature covers. */
const flip = (pdf: Uint8Array, n: number) => {
  const changed = Uint8Array.from(pdf)
  const signed = Number(/\/ByteRange \[0 (\d+)/.exec(toText(pdf))?.[1])
  // In the text of the evidence or a page: other bits may leave no PDF that the others can read.
  const stream = toText(pdf).indexOf('stream', 20)
  const at = Math.min(stream + 20 + n, signed - 1)
  changed[at] = (changed[at] ?? 0) ^ (1 << (n % 8))
  return changed
}
const stripped = (pdf: Uint8Array) => toPdf(toText(pdf).slice(0, toText(pdf).indexOf('%%EOF') + 6))

type Kind = {
  make: (n: number) => Promise<Uint8Array>
  root?: Uint8Array
  at?: Date
  expected: Record<'own' | keyof Verdict, RegExp>
}
const VALID = {
  pdfsig: /^Signature is Valid$/,
  openssl: /^successful$/,
  mutool: /unchanged since signing|signature is valid/,
}
const BROKEN = { pdfsig: /^Digest Mismatch/, openssl: /^content verify error$/, mutool: /^Digest error/ }
const UNTRUSTED = {
  ...VALID,
  openssl: /self.signed|unable to get|failure/,
}

const KINDS: Record<string, Kind> = {
  'sealed, B-B, own certificate': { make: (n) => made(own, n), expected: { own: /^sealed$/, ...VALID } },
  'sealed, B-B, certificate of a root': {
    make: (n) => made(issued, n),
    root: issued.chain[0],
    expected: { own: /^sealed$/, ...VALID },
  },
  'sealed, B-LTA': { make: (n) => made(own, n, stamped), expected: { own: /^sealed$/, ...VALID } },
  'a sealed copy': { make: (n) => made(own, n, {}, copy), expected: { own: /^copy$/, ...VALID } },
  'a bit flipped': {
    make: async (n) => flip(await made(own, n, n % 2 ? {} : stamped), n),
    expected: { own: /^changed$/, ...BROKEN },
  },
  'appended: a page replaced': {
    make: async (n) => {
      const pdf = await made(own, n)
      return append(pdf, { [ids(pdf).content]: FORGED })
    },
    expected: { own: /^changed$/, ...VALID },
  },
  'sealed again by a stranger': {
    make: async (n) => (await seal(stripped(await made(own, n)), stranger)).pdf,
    expected: { own: /^foreign$/, ...UNTRUSTED },
  },
  'certificate ended since, read today': {
    make: (n) => made(ended, n, { at: day(-400) }),
    root: ended.certificate,
    expected: {
      own: /^sealed$/,
      ...VALID,
      openssl: /expired/,
    },
  },
  'certificate ended since, read then': {
    make: (n) => made(ended, n, { at: day(-400) }),
    root: ended.certificate,
    at: day(-400),
    expected: { own: /^sealed$/, ...VALID },
  },
  'of another installation': {
    make: async (n) => (await seal(await unsealed(evidence(), text(n)), stranger)).pdf,
    expected: { own: /^foreign$/, ...UNTRUSTED },
  },
}

let failures = 0
console.log(`${'kind'.padEnd(36)} files  this verifier  pdfsig | openssl cms -verify | mutool sign -v`)
for (const [name, { make, root = own.certificate, at = new Date(), expected }] of Object.entries(KINDS)) {
  const seen = new Map<string, number>()
  for (let n = 0; n < COUNT; n++) {
    const pdf = await make(n)
    const { state } = await verifyPdf(pdf, known)
    const others = await askOthers({ folder, file: 'file', pdf, root, at })
    const answers = { own: state, ...others }
    const isExpected = Object.entries(answers).every(([judge, said]) =>
      expected[judge as keyof typeof answers].test(said),
    )
    if (!isExpected) failures++
    const line = `${state.padEnd(13)}  ${others.pdfsig} | ${others.openssl} | ${others.mutool}${isExpected ? '' : '  UNEXPECTED'}`
    seen.set(line, (seen.get(line) ?? 0) + 1)
  }
  for (const [line, count] of seen) console.log(`${name.padEnd(36)} ${String(count).padStart(5)}  ${line}`)
}
console.log(`${failures} of ${Object.keys(KINDS).length * COUNT} not as expected`)
await authority.stop()
rmSync(folder, { recursive: true })
process.exit(failures > 0 ? 1 : 0)

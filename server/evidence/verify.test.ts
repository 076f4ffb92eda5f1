import { HttpTimestampAuthority, PDF } from '@libpdf/core'
import { afterAll, describe, expect, it } from 'vitest'
import { startTimestampAuthority } from '../test/support/timestamp-authority.ts'
import {
  append,
  ATTACKS,
  ids,
  objectText,
  shadowed,
  SHADOWS,
  streamObject,
  toPdf,
  toText,
} from './attacks.fixture.ts'
import {
  evidence,
  issuedSealer,
  knownOf,
  opensslSealer,
  ownSealer,
  seal,
  unsealed,
} from './sealed.fixture.ts'
import { verifyPdf } from './verify/verify-pdf.ts'

const authority = await startTimestampAuthority()
const otherAuthority = await startTimestampAuthority('Another authority')
afterAll(() => Promise.all([authority.stop(), otherAuthority.stop()]))

const own = await ownSealer('Intake')
const stranger = await ownSealer('Stranger')
const plain = await unsealed()
const basic = (await seal(plain, own)).pdf
const archived = await seal(plain, own, { level: 'B-LTA', authority: authority.url })
const known = await knownOf(own, archived.carried)
const verify = (pdf: Uint8Array) => verifyPdf(pdf, known)
const state = async (pdf: Uint8Array) => (await verify(pdf)).state

const day = (offset: number) => new Date(Date.now() + offset * 24 * 3_600_000)

describe('a sealed file', () => {
  it('is sealed, and says by whom, when and who signed', async () => {
    const at = new Date('2026-11-21T15:04:05Z')
    const sealer = await ownSealer('Intake', new Date('2026-01-01'))
    const { pdf } = await seal(plain, sealer, { at })
    expect(await verifyPdf(pdf, await knownOf(sealer))).toEqual({
      state: 'sealed',
      sealedAt: at.toISOString(),
      timestampedAt: null,
      sealedBy: 'Intake',
      evidence: evidence(),
      problem: null,
    })
  })

  it.each([
    ['a P-256 key of openssl', () => opensslSealer('ec -pkeyopt ec_paramgen_curve:prime256v1', '/CN=A')],
    ['a P-384 key', () => opensslSealer('ec -pkeyopt ec_paramgen_curve:secp384r1', '/CN=A')],
    ['an RSA key', () => opensslSealer('rsa:2048', '/CN=A/O=Ünïcode', '-utf8')],
    ['an RSA key of a root', () => issuedSealer('/CN=A')],
  ])('may have %s', async (_name, make) => {
    const sealer = make()
    const { pdf } = await seal(plain, sealer)
    expect(await verifyPdf(pdf, await knownOf(sealer))).toMatchObject({ state: 'sealed', problem: null })
    expect(await verifyPdf(pdf, known)).toMatchObject({ state: 'foreign', problem: 'unknown' })
  })

  it('stays sealed after its certificate has ended', async () => {
    const sealer = await ownSealer('Intake', day(-900), day(-30))
    const { pdf } = await seal(plain, sealer, { at: day(-400) })
    expect(await verifyPdf(pdf, await knownOf(sealer))).toMatchObject({ state: 'sealed' })
  })

  it.each([day(-1), day(-1000)])('does not count when it was sealed outside of that time', async (at) => {
    const sealer = await ownSealer('Intake', day(-900), day(-30))
    const ended = seal(plain, sealer, { at })
    await expect(ended).rejects.toThrow('out_of_time')
  })

  it('has its time by the authority in the levels B-T and B-LTA', async () => {
    for (const level of ['B-T', 'B-LTA'] as const) {
      const { pdf, carried } = await seal(plain, own, { level, authority: authority.url })
      const { timestampedAt, ...verdict } = await verifyPdf(pdf, await knownOf(own, carried))
      expect(verdict).toMatchObject({ state: 'sealed', problem: null })
      expect(Math.abs(Date.parse(timestampedAt ?? '') - Date.now())).toBeLessThan(60_000)
    }
  })

  it('may get time stamps later, but has no time by an authority that the installation does not use', async () => {
    const authority = new HttpTimestampAuthority(otherAuthority.url)
    const loaded = await PDF.load(basic)
    await loaded.addValidationData()
    const { bytes } = await loaded.addTimestamp({ timestampAuthority: authority, estimatedSize: 5000 })
    expect(await state(bytes)).toBe('changed')
    const [before, after] = [bytes.slice(0, basic.length), bytes.slice(basic.length)]
    const lowercase = toText(after).replace(/(?<=\/Contents <)\w+(?=>)/, (digits) => digits.toLowerCase())
    const stamped = toPdf(toText(before) + lowercase)
    expect(await verify(stamped)).toMatchObject({ state: 'sealed', timestampedAt: null })
  })

  it('is a copy only if its evidence says so', async () => {
    const given = evidence({ kind: 'copy', original: 'a'.repeat(64) })
    const { pdf } = await seal(await unsealed(given), own)
    expect(await verify(pdf)).toMatchObject({ state: 'copy', evidence: given })
  })

  it('is foreign when another installation sealed it, also with an authority', async () => {
    const { pdf } = await seal(plain, stranger, { level: 'B-LTA', authority: otherAuthority.url })
    expect(await verify(pdf)).toMatchObject({ state: 'foreign', sealedBy: 'Stranger', timestampedAt: null })
  })

  it('does not count after its key was revoked, unless a time stamp shows that it was sealed before', async () => {
    const revoked = await knownOf(own, archived.carried, day(1).toISOString())
    expect(await verifyPdf(basic, revoked)).toMatchObject({ state: 'not_sealed', problem: 'revoked' })
    expect(await verifyPdf(archived.pdf, revoked)).toMatchObject({ state: 'sealed' })
    const earlier = await knownOf(own, archived.carried, day(-1).toISOString())
    expect(await verifyPdf(archived.pdf, earlier)).toMatchObject({ state: 'not_sealed', problem: 'revoked' })
  })
})

describe('a file without a seal', () => {
  it.each([
    ['a PDF', () => plain],
    ['a copy that names an original', () => unsealed(evidence({ kind: 'copy', original: 'b'.repeat(64) }))],
    ['no PDF', () => toPdf('hello')],
    ['nothing', () => new Uint8Array()],
  ])('%s is not sealed', async (_name, make) => {
    expect(await verify(await make())).toMatchObject({ state: 'not_sealed', evidence: null })
  })
})

describe.each([
  ['B-B', basic],
  ['B-LTA', archived.pdf],
])('published attacks on a seal of the level %s', (level, pdf) => {
  it.each(Object.entries(ATTACKS).filter(([name]) => level === 'B-B' || !/^(forgery|wrapping)/.test(name)))(
    '%s',
    async (_name, attack) => {
      const attacked = attack(pdf)
      expect(attacked).not.toEqual(pdf)
      expect(await state(attacked)).toBe('changed')
    },
  )
})

it.each(Object.entries(SHADOWS))('refuses a file prepared for %s', async (_name, [kind, attack]) => {
  const { pdf } = await seal(await shadowed(kind), own)
  expect(await state(pdf)).toBe('sealed')
  expect(await verify(attack(pdf))).toMatchObject({ state: 'changed', problem: 'added' })
})

const contents = (pdf: Uint8Array, change: (digits: string) => string) =>
  toPdf(toText(pdf).replace(/(?<=\/Contents <)[0-9a-f]+(?=>)/, change))

describe('other changes', () => {
  const CHANGES: Record<string, (pdf: Uint8Array) => Uint8Array> = {
    'digits of the signature in capitals': (pdf) => contents(pdf, (digits) => digits.toUpperCase()),
    'a digit in capitals': (pdf) =>
      contents(pdf, (digits) => digits.replace(/[a-f]/, (one) => one.toUpperCase())),
    'a space between digits': (pdf) => contents(pdf, (digits) => ` ${digits.slice(0, -1)}`),
    'padding that is not zero': (pdf) => contents(pdf, (digits) => `${digits.slice(0, -1)}1`),
    'a byte behind the end': (pdf) => toPdf(`${toText(pdf)}\n`),
    'a comment behind the end': (pdf) => toPdf(`${toText(pdf)}%\n`),
    'a byte before the beginning': (pdf) => toPdf(` ${toText(pdf)}`),
    'the end cut off': (pdf) => pdf.slice(0, -1),
    'another file behind it': (pdf) => toPdf(toText(pdf) + toText(plain)),
    'an update without a change': (pdf) => append(pdf, {}),
    'an object that nothing uses': (pdf) => append(pdf, { [ids(pdf).size]: '<<\n/Hidden true\n>>' }),
    'the signature of another file': (pdf) =>
      contents(pdf, () => /\/Contents <([0-9a-f]+)>/.exec(toText(other))?.[1] ?? ''),
    'a trailer of another kind': (pdf) =>
      append(pdf, {}, { trailer: (text) => text.replace('<<', '<<\n/Encrypt null') }),
    'validation data that is none': (pdf) => withDss(pdf, streamObject('BT (Paid) Tj ET')),
    'validation data with more in it': (pdf) => withDss(pdf, streamObject('x', '/Type /XObject\n')),
    'validation data and a changed page': (pdf) => {
      const { content, size } = ids(pdf)
      return withDss(pdf, certificate, { [content]: streamObject('BT (Paid) Tj ET'), [size + 2]: 'null' })
    },
  }
  const certificate = streamObject(Buffer.from(own.certificate).toString('latin1'))
  const withDss = (pdf: Uint8Array, stream: string, more: Record<number, string> = {}) => {
    const { root, catalog, size } = ids(pdf)
    const plainCatalog = catalog.replace(/\/DSS \d+ 0 R/, '')
    return append(pdf, {
      [root]: plainCatalog.replace('<<', `<<\n/DSS ${size} 0 R`),
      [size]: `<<\n/Type /DSS\n/Certs [${size + 1} 0 R]\n>>`,
      [size + 1]: stream,
      ...more,
    })
  }
  let other = basic

  it.each(Object.entries(CHANGES))('%s is refused', async (_name, change) => {
    other = (await seal(await unsealed(evidence(), 'another'), own)).pdf
    for (const pdf of [basic, archived.pdf]) expect(await state(change(pdf))).toBe('changed')
  })

  it('certificates may be added behind a seal', async () => {
    expect(await verify(withDss(basic, certificate))).toMatchObject({ state: 'sealed', problem: null })
  })

  it('a second signature behind a seal is a change', async () => {
    const { pdf } = await seal(basic, stranger)
    expect(await verify(pdf)).toMatchObject({ state: 'changed', problem: 'added' })
  })

  it('a seal that was taken away leaves a file that is not sealed; a new one by a stranger is foreign', async () => {
    const text = toText(basic)
    const stripped = toPdf(text.slice(0, text.indexOf('%%EOF') + 6))
    expect(await verify(stripped)).toMatchObject({ state: 'not_sealed', evidence: null })
    const { pdf } = await seal(stripped, stranger)
    expect(await verify(pdf)).toMatchObject({ state: 'foreign', evidence: null, sealedAt: null })
  })

  it('the same key under another name is no seal of this installation', async () => {
    const impostor = { ...stranger, certificate: own.certificate }
    await expect(seal(plain, impostor)).rejects.toThrow('forged')
  })

  it('nested fields are followed, and a loop of them ends', async () => {
    const { form, size } = ids(basic)
    const looped = append(basic, {
      [form]: objectText(toText(basic), form).replace('[', `[${size} 0 R `),
      [size]: `<<\n/Kids [${size} 0 R]\n>>`,
    })
    expect(await state(looped)).toBe('changed')
  })
})

it('weak keys make no seal', async () => {
  const weak = opensslSealer('rsa:1024', '/CN=Weak')
  await expect(seal(plain, weak)).rejects.toThrow('weak')
})

describe('2,000 changed bytes', () => {
  // A fixed sequence (Numerical Recipes), so that a failure can be repeated.
  let seed = 20261126
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const LEVELS: [string, Uint8Array][] = [
    ['B-B', basic],
    ['B-LTA', archived.pdf],
  ]
  const flipped = (pdf: Uint8Array) => {
    const copy = Uint8Array.from(pdf)
    const at = random(copy.length)
    copy[at] = random(2) ? (copy[at] ?? 0) ^ (1 << random(8)) : ((copy[at] ?? 0) + 1 + random(255)) & 255
    return { copy, at }
  }

  const acceptedOf = async (count: number, pdf: Uint8Array) => {
    const accepted: number[] = []
    for (let n = 0; n < count; n++) {
      const { copy, at } = flipped(pdf)
      if ((await state(copy)) !== 'changed') accepted.push(at)
    }
    return accepted
  }

  it.each(LEVELS)('are refused, 100 of a seal of the level %s', async (_level, pdf) => {
    expect(await acceptedOf(100, pdf)).toEqual([])
  })

  it.each(LEVELS)('are refused, 1,000 of a seal of the level %s', { tags: ['long'] }, async (_level, pdf) => {
    expect(await acceptedOf(1000, pdf)).toEqual([])
  })
})

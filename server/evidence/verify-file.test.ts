import { expect, it } from 'vitest'
import { verifyMessages } from '#domain/messages/verify'
import { append, ids, streamObject } from './attacks.fixture.ts'
import { knownOf, ownSealer, seal, unsealed } from './sealed.fixture.ts'
import { sealAnswer, toSealAnswer } from './verify-file.ts'
import { verifyPdf } from './verify/verify-pdf.ts'

const own = await ownSealer('Intake')
const { pdf } = await seal(await unsealed(), own)
const known = await knownOf(own)
const revoked = await knownOf(own, [], new Date().toISOString())
const changed = append(pdf, { [ids(pdf).content]: streamObject('BT (Paid) Tj ET') })

it.each([
  ['a sealed file', pdf, known, null],
  ['a changed one', changed, known, 'added'],
  ["a stranger's", (await seal(await unsealed(), await ownSealer('Stranger'))).pdf, known, 'unknown'],
  ['one without a seal', await unsealed(), known, 'no_seal'],
  ['no PDF', new Uint8Array(), known, 'unreadable'],
  ['one by a revoked key', pdf, revoked, 'revoked'],
] as const)('the answer on %s has the code of its reason', async (_name, file, certificates, code) => {
  const answer = toSealAnswer(await verifyPdf(file, certificates))
  expect(answer).toMatchObject({ code, reason: code && verifyMessages.en.problems[code] })
  expect(sealAnswer.parse(answer)).toEqual(answer)
})

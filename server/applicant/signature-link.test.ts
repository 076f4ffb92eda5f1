import { expect, test } from 'vitest'
import { signatureMailMessages } from '#domain/messages/applicant-mail'
import { whoAsks } from './signature-link.ts'

const { en } = signatureMailMessages
const ask = (signer1Name: string, legalName: string) => whoAsks(en, { signer1Name, legalName })

test('the second signer’s mail says who asks: the first name and the business', () => {
  expect(ask('María Rossi', ' Rossi & Söhne Foods, Inc. ')).toBe('María from Rossi & Söhne Foods, Inc.')
  expect(ask("O'Neil", 'D. & D. 24-7')).toBe("O'Neil from D. & D. 24-7")
  const who = ask('María Rossi', 'Rossi Foods')
  expect(en.text('Demo Funding', '9ABC-DEF0', who)).toBe(
    'María from Rossi Foods asks you to sign the funding application 9ABC-DEF0 to Demo Funding.',
  )
})

test.each([
  ['nothing', '', ''],
  ['no name', '', 'Rossi Foods'],
  ['no business', 'Maria', ''],
  ['a link', 'Maria', 'www.evil.example'],
  ['a link as a name', 'evil.example', 'Rossi Foods'],
  ['an address', 'Maria', 'https://evil'],
  ['mark-up', '<b>Maria</b>', 'Rossi Foods'],
  ['a long business', 'Maria', 'R'.repeat(41)],
  ['a line break', 'Maria', 'Rossi\nFoods'],
  ['other signs', 'Maria', 'Win $5,000!'],
])('it shows %s as a business owner', (_what, name, business) => {
  expect(ask(name, business)).toBe('A business owner')
})

import { INPUTS } from '#domain/catalogue/index'
import { displayValue } from '#domain/catalogue/display'
import { getOwn } from '#domain/get-own'
import { pdfMessages } from '#domain/messages/pdf'
import { toReference } from '#domain/reference'
import { timeInBusiness } from '#domain/time-in-business'
import { dayInZone, formatTime } from '#domain/time-zone'
import { CONTENT_WIDTH } from '../geometry.ts'
import type { PreparedApplication } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { drawGrid } from './sections.ts'
import { STYLES } from './typeset.ts'

type Application = Pick<
  PreparedApplication,
  'id' | 'createdAt' | 'timeZone' | 'values' | 'clientIp' | 'source'
>

const words = pdfMessages.summary

export function drawSummary(sheet: Sheet, application: Application): void {
  const { id, createdAt, timeZone, values, clientIp, source } = application
  const answer = (name: string): string => {
    const [input, value] = [INPUTS.get(name), getOwn(values, name) ?? '']
    return input ? displayValue(input, value) : value
  }
  const owners = [1, 2].flatMap((partner) => {
    const [name, title] = [answer(`partner${partner}Name`), answer(`partner${partner}Title`)]
    return name && title ? [`${name} (${title})`] : [name, title].filter(Boolean)
  })
  const merchant = sheet.set(merchantName(answer), STYLES.merchant, CONTENT_WIDTH)
  sheet.y += 6
  sheet.tag('P', () => sheet.flow(merchant))
  const day = dayInZone(createdAt, timeZone)
  const facts = {
    amount: answer('advanceAmount'),
    sales: answer('sales'),
    time: timeInBusiness(getOwn(values, 'startDate') ?? '', day) || answer('ownedBusiness'),
    state: answer('state'),
    owners: owners.join('\n'),
    source: [source.submittedBy, source.link].filter(Boolean).join('\n'),
    received: [toReference(id), formatTime(createdAt, timeZone), clientIp].filter(Boolean).join('\n'),
  }
  const fact = (name: keyof typeof facts) => ({ label: words[name], value: facts[name] })
  drawGrid(sheet, [fact('amount'), fact('sales'), fact('time'), fact('state')], 4)
  drawGrid(sheet, [fact('owners'), fact('source'), fact('received')], 3)
}

export function merchantName(answer: (name: string) => string): string {
  const [legal, trade] = [answer('legalName').trim(), answer('dbaName').trim()]
  return legal && trade && legal !== trade
    ? words.tradingAs(legal, trade)
    : legal || trade || pdfMessages.noAnswer
}

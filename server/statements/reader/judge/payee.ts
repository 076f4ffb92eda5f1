import { normalized } from '#domain/stream-safe'

const NAMED = [
  /\bOrig CO Name:\s*(.+?)\s+Orig ID:/i,
  /^(.+?)\s+DES:/i,
  /\b(?:ORIG|BNF|B\/O|SNDR|ORG):\s*(.+?)(?:\s+(?:PMT DET|ID|REF|TRN|OBI|RFB|DTD)\b.*)?$/i,
]
const CHANNEL =
  /^(?:(?:recurring|preauthorized|pre-authorized|external|electronic|online|web|pos|external|business)\s+)*(?:ach|eft|debit card|card|checkcard|check card|zelle|bill|pos|wire|dbt|electronic|preauthorized)?\s*(?:type:\S+ \w+\s+)?(?:debit|credit|withdrawal|deposit|payment|pmt|purchase|pymt|transfer|purchase return)?\s*(?:to|from)?[\s:*-]+(?=\S)/i
/** References, dates and the account holder follow the name. */
const TAIL =
  /\s+(?:(?:CO |ORIG |IND |DESC )?(?:ID|INDN|TRN|TRACE ?#?|REF ?#?|CONF ?#?|NO\.?|CARD|SEC|EED|DATE|TIME|CO ENTRY DESCR):?\s*\S*\d|\S*\d{4,}|\d{2}\/\d{2}\b|INDN:|CCD\b|PPD\b|WEB\b).*$/i

/** Who was paid or paid, as far as a row's text tells. */
export function findPayee(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  for (const pattern of NAMED) {
    const name = pattern.exec(text)?.[1]
    if (name) return name
  }
  const dated = text.replace(/^(.{3,40}?)\s+\d{2}[/-]\d{2}\s+/, '$1 ')
  // A column may say 'ACH' before a text that begins 'ACH Debit'.
  const bare = dated.replace(CHANNEL, '').replace(CHANNEL, '').replace(TAIL, '')
  return bare.length >= 3 ? bare : text.replace(TAIL, '')
}

const ENTRIES = [
  /\bCO Entry Descr:\s*(.+?)\s+Sec:/i,
  /\bDES:\s*(.+?)(?:\s+(?:ID|INDN|CO ID):.*)?$/i,
  /\b(?:PMT DET|OBI|RMK|RFB):?\s*(.+)$/i,
]

/** What a payment is for, as far as it stands apart from names; else the last two words before any number. */
export function findEntry(description: string): string {
  for (const pattern of ENTRIES) {
    const entry = pattern.exec(description)?.[1]
    if (entry) return entry
  }
  return findPayee(description).split(' ').slice(-2).join(' ')
}

/** Without the account holder, whom each row may name. */
export const withoutHolder = (description: string): string =>
  description.replace(/\b(INDN|Ind Name):.*$/i, '')

/** Equal for rows of the same payee. */
export const payeeKey = (payee: string): string =>
  normalized(payee, 'NFKC')
    .toUpperCase()
    .replace(/[^\p{L}]/gu, '')

import type { RowKind } from '#domain/statement-reading'
import { findEntry, withoutHolder } from './payee.ts'

type Rule = readonly [kind: RowKind, sign: 1 | -1 | 0, yes: RegExp, no?: RegExp]

const FEE = '(fees?|charges?|chgs?|chrg|penalty)'
const OWN_ACCOUNT = '(sav(ings)?|chk|checking|mma|money market|dda|acct|account|[x*.•]{2,}\\d{4})'
const CARD_PURCHASE = /^(pos |recurring |visa |dda )*(check ?card|card|debit card|pos|purchase)\b|^atm\b/i

/** The first rule that fits counts. `sign`: of the amount; 0 for both. */
const RULES: readonly Rule[] = [
  [
    'reversal',
    1,
    new RegExp(
      `${FEE}.{0,20}(revers|refund|waive|credit)|(revers|refund|waive|rebate)\\w* .{0,20}${FEE}|courtesy credit`,
      'i',
    ),
  ],
  [
    'returned',
    0,
    /\bdeposit(ed)? (item|check)s? (returned|return|chargeback)|\b(returned|return of|rtn)\b.*\bdeposit(ed)?\b( item| check)?/i,
    new RegExp(`\\b${FEE}\\b`, 'i'),
  ],
  [
    'nsf_fee',
    -1,
    new RegExp(
      `\\b(nsf|non-?sufficient|insuff\\w*|overdraft|overdrawn|od|o/d|uncollected|unavailable|return(ed)? (item|check|ach)|(un)?paid item)\\b.*\\b${FEE}\\b|\\b${FEE}\\b.*\\b(nsf|non-?sufficient|insuff\\w*|overdraft|overdrawn|uncollected)\\b`,
      'i',
    ),
    /\bdeposit(ed)?\b|protection transfer/i,
  ],
  ['reversal', 0, /\bcharge ?backs?\b|\brevers(al|ed)\b/i],
  [
    'reversal',
    1,
    /\b(purchase|pos|card|merchandise|debit card) (return|refund|credit)|\brefunds?\b|\bmerchandise return\b|\breturn\b.*\bpurchase\b/i,
  ],
  [
    'returned',
    1,
    /\bach (return|rtn)|\breturn(ed)? (ach|item|payment|debit|check|of)\b|\b(return|rtn) r\d\d\b|\breturned\b|\bunpaid\b|\bnsf\b/i,
  ],
  [
    'transfer',
    0,
    new RegExp(
      `\\b(transfer|xfer|trnsfr|trsf|tfr)\\b.*\\b(from|to|fr)\\b.*${OWN_ACCOUNT}|\\b(online|internet|mobile|internal|book|account|telephone|overdraft( protection)?|automatic) (banking )?(transfer|xfer)\\b|\\bsweep\\b`,
      'i',
    ),
    /\b(wire|zelle|venmo|fee)\b/i,
  ],
  [
    'advance',
    1,
    /\b(funding|funded|fund(ing)? proceeds|proceeds|advance|cash adv|merch(ant)? adv|adv fund\w*|disburs\w*|loan (proc\w*|fund\w*|adv\w*|disb\w*))\b/i,
    /\b(vendor|invoice|inv|ap pay\w*|edi|settlement|zelle|payout|btot|merch dep)\b|^interest\b/i,
  ],
  [
    'check',
    -1,
    /^(substitute |converted |e-?)?(check|chk|ck|cheque)( (paid|number|no\.?))*\b[ #]*\d*\*?$|^check \d+\b|^(draft|share draft) \d+/i,
  ],
  ['other', -1, CARD_PURCHASE],
  [
    'tax',
    -1,
    /\b(irs|eftps|usataxpymt|tax(es)?|taxpayment|dept of rev\w*|department of revenue|comptroller|franchise tax)\b/i,
  ],
  ['payroll', -1, /\b(payroll|dir dep|direct dep(osit)?|salary|wages|gusto|adp|paychex)\b/i],
  [
    'fee',
    -1,
    new RegExp(
      `\\b(service|maintenance|analysis|monthly|wire|statement|account|item|transaction|stop payment|deposited item|cash deposit|excess\\w*)\\b.*\\b${FEE}\\b|\\bfees?$|\\bservice charge`,
      'i',
    ),
    /\b(des:|co name|ach debit)/i,
  ],
  ['other', 1, /\binterest\b/i, /\b(des:|co name|zelle|wire)/i],
  [
    'card',
    1,
    /\b(merch(ant)?( dep| bnkcd| serv\w*| svcs?)?|bank ?card|bnkcd|btot|settlement|payouts?|mtot|card dep\w*|processing|square|stripe|clover|toast|doordash|uber ?eats|grubhub|paypal|shopify|worldpay|fiserv|heartland|amex|amazon|etsy)\b/i,
  ],
]

/** Customers may be called 'Funded' or 'Advance', so that a name tells only of a round sum. */
const ROUND = 10_000
const fundingText = (description: string, cents: number): string =>
  cents % ROUND === 0 ? withoutHolder(description) : findEntry(description)

const PART = '(nsf|insufficient|overdraft|returned|unpaid|paid|item|funds|checks?|ach)'
/** Recognition loses the space of 'NSFRETURNED ITEM FEE'. */
const RUN_TOGETHER = new RegExp(`${PART}(?=(${PART}|fees?|charges?)+\\b)`, 'gi')

/** What a row is, by its sign and text. Debits of funders are told by their rhythm, see positions. */
export function classify(text: string, cents: number): RowKind {
  const description = text.replace(RUN_TOGETHER, '$& ')
  const rule = RULES.find(
    ([kind, sign, yes, no]) =>
      (sign === 0 || sign === Math.sign(cents)) &&
      yes.test(kind === 'advance' ? fundingText(description, cents) : description) &&
      !no?.test(description),
  )
  return rule?.[0] ?? (cents > 0 ? 'deposit' : 'other')
}

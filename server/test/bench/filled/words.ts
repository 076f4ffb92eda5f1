/** Stands in one application's name in ten. */
export const COMMON_WORD = 'Bakery'
/** Stands in one application's name in a hundred. */
export const A_HUNDREDTH_WORD = 'Quillfeather'
/** Stands in one application's name in ten thousand. */
export const RARE_WORD = 'Zephyrine'
/** Stands in a hundred applications' names, however many there are. */
export const HUNDRED_WORD = 'Tamarisk'

const FIRST = [
  'Golden',
  'Northern',
  'Ocean',
  'Maple',
  'Señor',
  'Harbor',
  'Summit',
  'Blue',
  'Old',
  'Русский',
  'Prime',
]
const TRADES = [
  COMMON_WORD,
  'Plumbing',
  'Trucking',
  'Dental',
  'Roofing',
  'Café',
  'Salon',
  'Motors',
  'Foods',
  'Tools',
]
const KINDS = ['LLC', 'Inc.', 'Corp.', '& Sons', 'Group', 'Partners', 'Holdings']

/** Scattered, so that a word keeps to no company: those take turns by number. */
const pick = (words: string[], number: number): string =>
  words[(Math.imul(number, 2_654_435_761) >>> 16) % words.length] ?? ''

/** A business of the given number, from 0; names are of everyday length and mostly differ. */
export function businessName(number: number): string {
  const rare = number % 9_999 === 7 ? `${RARE_WORD} ` : ''
  return `${rare}${pick(FIRST, number + 7)} ${pick(TRADES, number)} ${number} ${pick(KINDS, number + 3)}`
}

/** The legal name in an application, of so many. */
export function applicantName(number: number, applications: number): string {
  const words = [
    ...(number % 100 === 37 ? [A_HUNDREDTH_WORD] : []),
    ...(number % (applications / 100) === 3 ? [HUNDRED_WORD] : []),
  ]
  return [...words, businessName(number)].join(' ')
}

/** What every third business is known by. */
export const tradingName = (number: number): string =>
  number % 3 === 0 ? `${pick(FIRST, number + 5)} ${pick(TRADES, number + 11)} of ${number % 97}th Street` : ''

export const personName = (number: number): string => `${pick(FIRST, number)} Broker ${number}`

/** The tax ID of a business, digits only. */
export const taxIdOf = (number: number): string => String(100_000_000 + number)

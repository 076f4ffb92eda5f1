const LONGEST_NAME = 60

const shortened = (name: string): string => {
  const letters = [...name.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()]
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}...` : letters.join('')
}

/** `day`: as it is printed */
export type Mark = { funder: string; day: string; copyNumber: string }

/** On copies that go to funders. */
export const markMessages = {
  line: ({ funder, day, copyNumber }: Mark): string =>
    `${copyNumber}   Copy for ${shortened(funder)}   ${day}`,
}

/** What a mail can be sent to: one @, a dotted host of letters, digits and hyphens, and nothing that ends a header. */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

const MAX_LENGTH = 254

export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text)

/** 'a@x.example, b@x.example' → each entry once, trimmed, addresses or not; empty ones are left out. */
export const addressesIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** The same list in one line, as it is stored. */
export const addressList = (addresses: readonly string[]): string => addresses.join(', ')

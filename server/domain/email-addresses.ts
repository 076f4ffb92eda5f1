const ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

const MAX_LENGTH = 254

export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text)

export const addressesIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

export const addressList = (addresses: readonly string[]): string => addresses.join(', ')

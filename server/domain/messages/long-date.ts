/** '2026-11-21' as it is written out in a sentence: '21 de noviembre de 2026'. */
export const longDate = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** The header ra-data-simple-rest reads the total from: `submissions 0-9/57`, an asterisk for the rows of an empty page. */
export const contentRange = (entity: string, from: number, rows: number, total: number): string =>
  rows === 0 ? `${entity} */${total}` : `${entity} ${from}-${from + rows - 1}/${total}`

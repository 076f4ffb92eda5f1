/** The form of a noun after a whole number in Russian (CLDR plural rules): 1 файл, 2 файла, 5 файлов, 21 файл. */
export function russianPlural(count: number, one: string, few: string, many: string): string {
  const [tens, last] = [count % 100, count % 10]
  if (tens >= 11 && tens <= 14) return many
  if (last === 1) return one
  return last >= 2 && last <= 4 ? few : many
}

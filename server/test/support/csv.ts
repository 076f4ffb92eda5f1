/** Cells of an RFC 4180 text, its byte order mark left out. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  for (const line of text.replace(/^\ufeff/, '').matchAll(/((?:"(?:[^"]|"")*"|[^"\r\n])+)\r\n/g)) {
    const cells = [...(line[1] ?? '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)]
    rows.push(cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''))
  }
  return rows
}

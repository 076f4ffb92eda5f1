/** `record[name]` would also find inherited names such as `constructor`, and the name may come from outside. */
export const getOwn = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

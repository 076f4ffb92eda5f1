/**
 * A record's own entry. `record[name]` would also find what every object inherits, such as `constructor`, whenever the
 * name comes from outside.
 */
export const getOwn = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

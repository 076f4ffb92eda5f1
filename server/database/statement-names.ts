/** A prepared statement takes 20 to 200 kB in each connection that has used it. */
const MOST = 200
/** Lists of ids vary in length, and with it the text. */
const LONGEST_ID_LIST = 20
const USES_BEFORE_NAMED = 3

type Statement = { sql: string; args: readonly unknown[] }

/** Names the statements that are used again and again, so that the database keeps their plans; '' for all others. */
export function createStatementNames(): (statement: Statement) => string {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return ({ sql, args }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MOST || args.length > LONGEST_ID_LIST) return ''
    const used = (uses.get(sql) ?? 0) + 1
    if (used < USES_BEFORE_NAMED) {
      if (uses.size > MOST * 10) uses.clear()
      uses.set(sql, used)
      return ''
    }
    uses.delete(sql)
    const name = `prisma-${names.size}`
    names.set(sql, name)
    return name
  }
}

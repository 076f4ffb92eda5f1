const FLAG = '--dry-run'

/**
 * Is a command only to tell what it would do? npm keeps the flag for itself where `--` is left out before it.
 *
 * @throws Error for any other argument, as a flag that is mistyped must not have anything done
 */
export function isDryRun(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const unknown = given.find((argument) => argument !== FLAG)
  if (unknown !== undefined) throw new Error(`It takes ${FLAG} or nothing, and not ${unknown}`)
  return given.includes(FLAG) || env.npm_config_dry_run === 'true'
}

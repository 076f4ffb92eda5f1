const FLAG = '--dry-run'

/** npm keeps the flag for itself if `--` is left out before it. */
export function isDryRun(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const unknown = given.find((argument) => argument !== FLAG)
  if (unknown !== undefined) throw new Error(`It takes ${FLAG} or nothing, and not ${unknown}`)
  return given.includes(FLAG) || env.npm_config_dry_run === 'true'
}

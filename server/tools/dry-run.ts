const FLAG = '--dry-run'

/** npm keeps the flag for itself if `--` is left out before it. */
export function isDryRun(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const unknown = given.find((argument) => argument !== FLAG)
  if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}; use ${FLAG} or none`)
  return given.includes(FLAG) || env.npm_config_dry_run === 'true'
}

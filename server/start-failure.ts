import { ConfigError, type Config } from './config.ts'
import { DataDirError, noSpaceLeft } from './data-dir.ts'
import { InstallationError } from './platform/files/installation.ts'
import { StorageUnavailableError } from './platform/files/storage.ts'
import { describeFailure, hasCode } from './system-error.ts'

type Names = Pick<Config, 'host' | 'port' | 'metricsPort' | 'databaseUrl' | 'dataDir'>

export function startFailure(
  error: unknown,
  { host, port, metricsPort, databaseUrl, dataDir }: Names,
): string {
  if (error instanceof DataDirError || error instanceof ConfigError) return error.message
  if (error instanceof StorageUnavailableError && !(error instanceof InstallationError)) {
    return `${error.message}; check STORAGE_URL and its access key`
  }
  const isOfMetrics = error instanceof Error && 'port' in error && error.port === metricsPort
  const [name, number] = isOfMetrics ? ['METRICS_PORT', metricsPort] : ['PORT', port]
  if (hasCode(error, 'EADDRINUSE')) {
    return `${name} ${number} is in use on ${host}; set ${name} to another one, or to 0 for any`
  }
  if (listening(error) && hasCode(error, 'EACCES')) {
    return `${name} ${number} is not for this user to listen on; set ${name} to one above 1023`
  }
  if (listening(error)) {
    return `HOST ${host} is no address of this machine; set HOST to one that is, or to 0.0.0.0 for all`
  }
  // PostgreSQL's programs say so in the midst of what they print.
  if (databaseUrl === null && /no space left on device/i.test(describeFailure(error))) {
    return noSpaceLeft(dataDir)
  }
  if (databaseUrl !== null && lacksRights(error)) {
    return (
      `The role of DATABASE_URL may not do what it takes (${innermost(error).message}); make it the owner of the ` +
      'database: ALTER DATABASE … OWNER TO …'
    )
  }
  return `Intake cannot start: ${describeFailure(error)}`
}

const listening = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'listen' || error.syscall === 'bind' || error.syscall === 'getaddrinfo')

const INSUFFICIENT_PRIVILEGE = '42501'

const lacksRights = (error: unknown): boolean =>
  error instanceof Error && hasCode(innermost(error), INSUFFICIENT_PRIVILEGE)

const innermost = (error: unknown): Error =>
  error instanceof Error
    ? error.cause instanceof Error
      ? innermost(error.cause)
      : error
    : new Error(String(error))

import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../platform/database/postgres-server.ts'
import { projectRoot } from '../../project-root.ts'
import { startProgram } from './programs.ts'

/**
 * Debian's pgbouncer, with the file of server/deploy, before a database; gone after the file's last test.
 * @param databaseUrl with user and password
 * @param connections to the server, which all clients share
 * @returns the database's address through it
 */
export async function startPgbouncer(databaseUrl: string, connections = 4): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-pgbouncer-'))
  // Read by another user, as pgbouncer refuses to run as root.
  await chmod(folder, 0o755)
  const url = new URL(databaseUrl)
  const [host, database] = [url.hostname.replace('localhost', '127.0.0.1'), url.pathname.slice(1)]
  const port = await findFreePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  await writeFile(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_file: users,
    default_pool_size: connections,
    reserve_pool_size: 0,
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
  }
  // The deployment's own file; of two lines for a setting the last counts.
  const deployed = await readFile(path.join(projectRoot, 'server/deploy/pgbouncer.ini'), 'utf8')
  const target = `${database} = host=${host} port=${url.port || 5432} dbname=${database}`
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  await writeFile(file, [deployed.replace(/^intake = .*$/m, target), ...lines, ''].join('\n'))
  await startProgram({ command: 'pgbouncer', args: ['--quiet', file], folder, opens: port })
  url.port = String(port)
  url.hostname = '127.0.0.1'
  return url.href
}

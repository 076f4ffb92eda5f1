import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../database/postgres-server.ts'
import { startProgram } from './programs.ts'

/**
 * Debian's pgbouncer in transaction mode before a database; gone after the file's last test.
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
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: connections,
    max_client_conn: 500,
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const target = `${database} = host=${host} port=${url.port || 5432} dbname=${database}`
  await writeFile(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'))
  await startProgram({ command: 'pgbouncer', args: ['--quiet', file], folder, opens: port })
  url.port = String(port)
  url.hostname = '127.0.0.1'
  return url.href
}

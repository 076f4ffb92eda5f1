import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../platform/database/postgres-server.ts'
import { projectRoot } from '../../project-root.ts'
import { startProgram } from './programs.ts'

type Nginx = {
  url: string
  /** the lines of its error log, such as those about a node that is gone */
  errors(): Promise<string>
}

/** Debian's nginx in front of two nodes on these ports; gone after the file's last test. */
export async function startNginx(ports: number[], port?: number): Promise<Nginx> {
  const listen = port ?? (await findFreePort())
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-nginx-'))
  // Under root its workers are another user.
  await chmod(folder, 0o755)
  await writeFile(path.join(folder, 'nginx.conf'), await configure(ports, listen, folder))
  const errorLog = path.join(folder, 'error.log')
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', errorLog]
  await startProgram({ command: 'nginx', args, folder, opens: listen })
  return { url: `http://localhost:${listen}`, errors: () => readFile(errorLog, 'utf8') }
}

/** The deployment's own configuration, but for its addresses, folders and certificate. */
async function configure([first, second]: number[], listen: number, folder: string): Promise<string> {
  const spare = await findFreePort()
  const text = await rewriteConfig(
    [' resolver 127.0.0.11 valid=2s ipv6=off;', ''],
    [/^ *zone intake 128k;$/m, ''],
    [/ resolve(?= max_fails)/g, ''],
    [/ \/tmp\//g, ` ${folder}/`],
    ['node-1:3000', `127.0.0.1:${first}`],
    ['node-2:3000', `127.0.0.1:${second}`],
    ['listen 8080;', `listen 127.0.0.1:${spare};`],
    [/listen 8443[^;]*;/, `listen 127.0.0.1:${listen};`],
    [/^ *ssl_.*$/gm, ''],
    [/error_log .*;/, `error_log ${folder}/error.log;`],
    [/access_log .*;/, 'access_log off;'],
  )
  return `daemon off;\n${text}`
}

/** server/deploy/nginx.conf with these changes, none of which may miss. Debian's nginx is older than the one of compose.yaml. */
export async function rewriteConfig(...changes: [from: string | RegExp, to: string][]): Promise<string> {
  let text = await readFile(path.join(projectRoot, 'server/deploy/nginx.conf'), 'utf8')
  for (const [from, to] of changes) {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`server/deploy/nginx.conf has no ${String(from)}`)
    text = changed
  }
  return text
}

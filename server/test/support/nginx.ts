import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../database/postgres-server.ts'
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
  const deployed = await readFile(path.join(projectRoot, 'server/deploy/nginx.conf'), 'utf8')
  const [spare, changes] = [await findFreePort(), new Map<string | RegExp, string>()]
  changes.set(/ \/tmp\//g, ` ${folder}/`)
  changes.set('node-1:3000', `127.0.0.1:${first}`).set('node-2:3000', `127.0.0.1:${second}`)
  changes.set('listen 8080;', `listen 127.0.0.1:${spare};`)
  changes.set(/listen 8443[^;]*;/, `listen 127.0.0.1:${listen};`).set(/^ *ssl_.*$/gm, '')
  changes.set(/error_log .*;/, `error_log ${folder}/error.log;`).set(/access_log .*;/, 'access_log off;')
  let text = `daemon off;\n${deployed}`
  for (const [from, to] of changes) {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`server/deploy/nginx.conf has no ${String(from)}`)
    text = changed
  }
  return text
}

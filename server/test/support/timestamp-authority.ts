import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const SETTINGS = `
[tsa]
default_tsa = own
[own]
dir = .
serial = serial
signer_cert = signer.pem
certs = chain.pem
signer_key = signer.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`

const EXTENSIONS = `
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[signer]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`

/** `extension`: of its certificate. `digest`: of its signatures. Both as openssl names them. */
type Given = { extension: string; digest: string }

/** Files of an authority in a folder of its own, made by openssl. */
function makeFiles(name: string, { extension, digest }: Given): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-tsa-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  writeFileSync(path.join(folder, 'ts.cnf'), SETTINGS.replace('= sha256', `= ${digest}`))
  writeFileSync(path.join(folder, 'extensions.cnf'), `${EXTENSIONS}${extension}\n`)
  writeFileSync(path.join(folder, 'serial'), '01\n')
  const request = (part: string) =>
    openssl(
      ...['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${part}.key`, '-out', `${part}.csr`],
      ...['-subj', `/O=${name}/CN=${name} ${part}`],
    )
  const issue = (part: string, ...by: string[]) =>
    openssl(
      ...['x509', '-req', '-in', `${part}.csr`, '-out', `${part}.pem`, '-days', '7300', '-sha256'],
      ...['-extfile', 'extensions.cnf', '-extensions', part, ...by],
    )
  request('root')
  issue('root', '-signkey', 'root.key')
  request('signer')
  issue('signer', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial')
  writeFileSync(path.join(folder, 'chain.pem'), readFileSync(path.join(folder, 'root.pem')))
  return folder
}

/**
 * A time-stamping authority (RFC 3161) on a free port. While `isAway` it answers 503. `time` and `processor` sum what its
 * answers take.
 */
export async function startTimestampAuthority(name = 'Test authority', given: Partial<Given> = {}) {
  const folder = makeFiles(name, { extension: '', digest: 'sha256', ...given })
  const state = { isAway: false, requests: 0, time: 0, processor: 0 }
  const server = createServer((request, response) => {
    state.requests++
    if (state.isAway) return void response.writeHead(503).end()
    const [began, used] = [performance.now(), process.cpuUsage()]
    reply(folder, request, state.requests).then(
      (content) => {
        const { user, system } = process.cpuUsage(used)
        state.time += performance.now() - began
        state.processor += (user + system) / 1000
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(content)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    root: path.join(folder, 'root.pem'),
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  })
}

const run = promisify(execFile)

async function reply(folder: string, request: IncomingMessage, number: number): Promise<Buffer> {
  const query = Buffer.concat(await request.toArray())
  const [from, to] = [`${number}.tsq`, `${number}.tsr`].map((name) => path.join(folder, name)) as [
    string,
    string,
  ]
  writeFileSync(from, query)
  await run('openssl', ['ts', '-reply', '-config', 'ts.cnf', '-queryfile', from, '-out', to], { cwd: folder })
  return readFileSync(to)
}

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { X509Certificate } from 'node:crypto'

/** What other programs say of a seal: the signature, and where they were told whom to trust, the certificate. */
export type Verdict = { pdfsig: string; openssl: string; mutool: string }

type Asked = { folder: string; file: string; pdf: Uint8Array; root: Uint8Array; at: Date }

type Ran = { code: number; output: string }
const run = (command: string, args: string[], at: Date): Promise<Ran> =>
  new Promise((resolve) => {
    const clock = at.toISOString().replace('T', ' ').slice(0, 19)
    const options = { env: { ...process.env, TZ: 'UTC' }, maxBuffer: 2 ** 24, timeout: 60_000 }
    execFile('faketime', ['-f', `@${clock}`, command, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })

const pem = (certificate: Uint8Array) => new X509Certificate(certificate).toString()

/** OpenSSL with the root that a reader trusts, all three at the time at which they read. They judge the signed range. */
export async function askOthers({ folder, file, pdf, root, at }: Asked): Promise<Verdict> {
  const place = (ending: string) => path.join(folder, `${file}.${ending}`)
  writeFileSync(place('pdf'), pdf)
  writeFileSync(place('pem'), pem(root))
  return {
    pdfsig: await askPdfsig(place('pdf'), at),
    openssl: await askOpenssl(place, pdf, at),
    mutool: await askMutool(place('pdf'), at),
  }
}

/** Without its judgement of certificates: NSS takes no root that is the sealing certificate itself. */
async function askPdfsig(pdf: string, at: Date): Promise<string> {
  const { output } = await run('pdfsig', ['-nocert', pdf], at)
  const [, first = ''] = output.split(/Signature #1:/)
  return /Signature Validation: (.*)\./.exec(first)?.[1] ?? 'no signature'
}

/** The first signature's range and CMS, as the file names them. */
async function askOpenssl(place: (ending: string) => string, pdf: Uint8Array, at: Date): Promise<string> {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString('latin1')
  const range = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/.exec(text)
  if (!range) return 'no signature'
  const [first = 0, second = 0, rest = 0] = range.slice(1).map(Number)
  writeFileSync(
    place('data'),
    Buffer.concat([bytes.subarray(0, first), bytes.subarray(second, second + rest)]),
  )
  const digits = text.slice(first + 1, second - 1)
  const padded = Buffer.from(digits, 'hex')
  // A signature may itself end with zeros: its head (30 82 and two bytes) tells how long it is.
  writeFileSync(place('der'), padded.subarray(0, 4 + padded.readUInt16BE(2)))
  const given = ['-inform', 'DER', '-in', place('der'), '-content', place('data'), '-binary']
  const trusted = ['-CAfile', place('pem'), '-no-CApath', '-no-CAstore', '-purpose', 'any', '-partial_chain']
  const attime = ['-attime', String(Math.floor(at.getTime() / 1000))]
  const { output } = await run(
    'openssl',
    ['cms', '-verify', ...given, ...trusted, ...attime, '-out', '/dev/null'],
    at,
  )
  if (/Verification successful/.test(output)) return 'successful'
  const reasons =
    output.match(/(?<=Verify error: ?)[a-z][a-z -]*/g) ?? output.match(/digest failure|content verify error/)
  return reasons?.[0] ?? 'failure'
}

async function askMutool(pdf: string, at: Date): Promise<string> {
  const { output } = await run('mutool', ['sign', '-v', pdf], at)
  if (/no signatures/i.test(output)) return 'no signature'
  const [first = ''] = output.split(/^(?=verifying signature)/im).filter((part) => /^verifying/i.test(part))
  return (
    /(The document is unchanged since signing|The signature is valid but[^.]*|Digest error: [^.]*)\./.exec(
      first,
    )?.[1] ?? first
  )
}

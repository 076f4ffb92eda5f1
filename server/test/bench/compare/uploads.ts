import { openFormSession } from '../../support/applicant.ts'
import type { Group } from './group.ts'
import { compareLoads } from './in-turns.ts'
import { atLeast } from './line.ts'
import type { Load } from './load.ts'
import { options } from './options.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 4
/** A form session takes ten files at most. */
const FILES_PER_SESSION = 5
/** No faster than this, or a load runs out of sessions. */
const MOST_PER_SECOND = 1_000

const BOUNDARY = 'intake-bench'

/** A PDF of that many bytes, as a browser's form sends it. */
function multipart(bytes: number): Buffer<ArrayBuffer> {
  const [begin, end] = ['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%', '\ntrailer<</Root 1 0 R>>\n%%EOF\n']
  const content = begin + 'x'.repeat(bytes - begin.length - end.length) + end
  return Buffer.from(
    [
      'content-disposition: form-data; name="documentType"\r\n\r\nbankStatements',
      'content-disposition: form-data; name="file"; filename="statement.pdf"\r\ncontent-type: application/pdf\r\n\r\n' +
        content,
    ]
      .map((part) => `--${BOUNDARY}\r\n${part}\r\n`)
      .join('') + `--${BOUNDARY}--\r\n`,
  )
}

/** Each form session sends five files, then the next session does. */
async function sessionHeaders({ intake }: Stage): Promise<() => Record<string, string>> {
  const loads = options.rounds + 2
  const tokens: string[] = []
  while (tokens.length < (loads * options.seconds * MOST_PER_SECOND) / FILES_PER_SESSION)
    tokens.push(...(await Promise.all(Array.from({ length: 20 }, () => openFormSession(intake.url)))))
  let sent = 0
  return () => {
    const token = tokens[Math.floor(sent / FILES_PER_SESSION)]
    if (token === undefined) throw new Error('No form sessions are left')
    sent += 1
    return { 'x-form-session': token }
  }
}

/** Both sides get the same requests. */
export async function uploadLoads(
  stage: Stage,
  bytes: number,
  connections = CONNECTIONS,
): Promise<Record<'write' | 'bare' | 'intake', Load>> {
  const load = {
    connections,
    method: 'POST' as const,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: multipart(bytes),
    vary: await sessionHeaders(stage),
  }
  return {
    write: { ...load, vary: () => ({}), url: `${stage.bare.url}/write` },
    bare: { ...load, vary: () => ({}), url: `${stage.bare.url}/upload` },
    intake: { ...load, url: `${stage.intake.url}/api/documents/upload-public` },
  }
}

export const UPLOADS: Group[] = [
  {
    name: 'upload',
    async measure(stage) {
      const [large, small] = [await uploadLoads(stage, 1_000_000), await uploadLoads(stage, 100)]
      return [
        ...(await compareLoads(stage, {
          ...large,
          work: 'upload of 1 MB, 4 connections; bare: fsync, row',
          required: atLeast(0.5),
        })),
        ...(await compareLoads(stage, {
          ...large,
          bare: large.write,
          work: 'upload of 1 MB, 4 connections; bare: write only',
          required: atLeast((2.5 * 55) / 449),
        })),
        ...(await compareLoads(stage, {
          ...small,
          work: 'upload of 100 bytes, 4 connections; bare: fsync, row',
          required: null,
        })),
      ]
    },
  },
]

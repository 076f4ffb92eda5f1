import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { verify } from '@node-rs/argon2'
import pg from 'pg'

// The yardstick: what Node and PostgreSQL do for the same calls when nothing is checked, encrypted, scoped or queued.
// Reads BARE_DATABASE_URL and BARE_FOLDER, prints `Ready on <url>`.
const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL, max: 10 })
await pool.query('SELECT 1')
const folder = process.env.BARE_FOLDER ?? '.'

const COLUMNS = '"id", "legalName", "dbaName", "company", "user", "createdAt"'
const NEWEST = 'ORDER BY "createdAt" DESC, "id" DESC LIMIT 10 OFFSET $1'
const MATCHES = '"legalName" ILIKE $1 OR "dbaName" ILIKE $1'

const query = async (name: string, text: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>({ name, text, values })).rows

async function list(search: URLSearchParams) {
  const [data, count] = await Promise.all([
    query('page', `SELECT ${COLUMNS} FROM bare.submission ${NEWEST}`, [search.get('offset')]),
    query('count', 'SELECT count(*)::int AS total FROM bare.submission'),
  ])
  return { data, total: count[0]?.total }
}

async function find(search: URLSearchParams) {
  const pattern = `%${search.get('q')}%`
  const [data, count] = await Promise.all([
    query(
      'matches',
      `SELECT ${COLUMNS} FROM bare.submission WHERE ${MATCHES} ORDER BY "createdAt" DESC, "id" DESC LIMIT 10`,
      [pattern],
    ),
    query('matching', `SELECT count(*)::int AS total FROM bare.submission WHERE ${MATCHES}`, [pattern]),
  ])
  return { data, total: count[0]?.total }
}

async function submit(request: http.IncomingMessage) {
  const id = randomUUID()
  await query('submit', 'INSERT INTO bare.application ("id", "body") VALUES ($1, $2)', [
    id,
    await json(request),
  ])
  return { data: { id } }
}

async function write(request: http.IncomingMessage) {
  const id = randomUUID()
  const file = createWriteStream(path.join(folder, id))
  await pipeline(request, file)
  return { id, size: file.bytesWritten }
}

async function upload(request: http.IncomingMessage) {
  const id = randomUUID()
  const file = createWriteStream(path.join(folder, id), { flush: true })
  await pipeline(request, file)
  const parent = await open(folder)
  await parent.sync()
  await parent.close()
  await query('upload', 'INSERT INTO bare.document ("id", "size") VALUES ($1, $2)', [id, file.bytesWritten])
  return { data: { id } }
}

async function signIn(request: http.IncomingMessage) {
  const { email, password } = (await json(request)) as { email: string; password: string }
  const [user] = await query('user', 'SELECT "id", "passwordHash" FROM bare."user" WHERE "email" = $1', [
    email,
  ])
  if (!(await verify(String(user?.passwordHash), password))) throw new Error('A wrong password')
  return { data: { id: user?.id } }
}

const CALLS = new Map<string, (request: http.IncomingMessage, search: URLSearchParams) => Promise<unknown>>([
  ['/list', (_request, search) => list(search)],
  ['/search', (_request, search) => find(search)],
  ['/submit', submit],
  ['/write', write],
  ['/upload', upload],
  ['/sign-in', signIn],
])

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const call = CALLS.get(pathname)
  const result = call ? call(request, searchParams) : Promise.reject(new Error(`No call ${pathname}`))
  result
    .then((body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)))
    .catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  process.stdout.write(`Ready on http://127.0.0.1:${address.port}\n`)
})
process.on('SIGTERM', () => {
  server.close()
  server.closeIdleConnections()
  void pool.end()
})

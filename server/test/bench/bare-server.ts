import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

/**
 * The yardstick: what Node and PostgreSQL do with the same JSON when nothing is checked, encrypted or queued.
 * Reads BARE_DATABASE_URL, prints `Ready on <url>`.
 */
const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL, max: 10 })
await pool.query('CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, body jsonb NOT NULL)')

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const id = randomUUID()
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    pool
      .query('INSERT INTO bare (id, body) VALUES ($1, $2)', [id, body])
      .then(() => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ status: 'success', data: { id } }))
      })
      .catch((error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      })
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  process.stdout.write(`Ready on http://127.0.0.1:${address.port}\n`)
})
process.on('SIGTERM', () => {
  server.close()
  void pool.end()
})

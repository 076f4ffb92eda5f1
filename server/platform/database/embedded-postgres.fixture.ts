// Run as a process of its own by embedded-postgres.test.ts, which kills it.
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const [, , dataDir = ''] = process.argv
const { url } = await startEmbeddedPostgres(dataDir)
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query("CREATE TABLE left_behind AS SELECT 'committed' AS word")
process.stdout.write('ready\n')

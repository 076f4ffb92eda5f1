import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { applicationPdfKey } from '../../platform/queue/add-job.ts'
import { testDatabase } from '../support/database.ts'
import { call, signIn } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { sendOne, idOf } from './load.ts'
import { isComplete, openStage, REST_MS, rounds } from './stage.ts'

const CRASHES = rounds(2, 5)
type Kind = 'crash' | 'hang' | 'fail'

const { db, url: database } = await testDatabase()
const key = randomBytes(32).toString('base64')
const stage = await openStage(
  { env: { DATABASE_URL: database, ENCRYPTION_KEY: key } },
  { mayBreak: true, restMs: REST_MS },
)

const execute = (sql: string) => db.system('test').write((client) => client.$executeRawUnsafe(sql))

/** The job's last statement waits, so that the process can be killed in it, waits longer than a connection may, or fails. */
async function makePoison(): Promise<void> {
  await execute('CREATE TABLE poison (id text, kind text)')
  await execute(`CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE found text := (SELECT kind FROM poison WHERE id = NEW."id");
    BEGIN
      IF found = 'crash' THEN PERFORM pg_sleep(2); RAISE EXCEPTION 'not killed'; END IF;
      IF found = 'hang' THEN PERFORM pg_sleep(75); RAISE EXCEPTION 'not given up'; END IF;
      IF found = 'fail' THEN RAISE EXCEPTION 'poison'; END IF;
      RETURN NEW;
    END $$`)
  await execute(`CREATE TRIGGER poison BEFORE UPDATE ON "SubmissionDesk" FOR EACH ROW
    WHEN (NEW."pdfState" = 'ready') EXECUTE FUNCTION poison()`)
  await execute(`CREATE FUNCTION few() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.max_attempts := coalesce((SELECT CASE kind WHEN 'crash' THEN ${CRASHES} ELSE 1 END FROM poison
        WHERE '${applicationPdfKey('')}' || id = NEW.key), NEW.max_attempts);
      RETURN NEW;
    END $$`)
  await execute(`CREATE TRIGGER few BEFORE INSERT ON graphile_worker._private_jobs FOR EACH ROW
    EXECUTE FUNCTION few()`)
}

async function untilRunning(id: string, attempt: number): Promise<void> {
  const running = () =>
    execute(`UPDATE graphile_worker._private_jobs SET updated_at = updated_at
      WHERE key = '${applicationPdfKey(id)}' AND locked_at IS NOT NULL AND attempts = ${attempt}`)
  await expect.poll(running, { timeout: 60_000 }).toBe(1)
}

it('a job that ends the process, hangs or fails is shown as failed, and the others go on', async () => {
  await stage.start()
  await makePoison()
  const load = stage.begin()
  await load.more(3)
  const poison = async (kind: Kind) => {
    const applicant = await sendOne(stage.url, (id) =>
      execute(`INSERT INTO poison VALUES ('${id}', '${kind}')`),
    )
    load.applicants.push(applicant)
    return idOf(applicant)
  }
  const crash = await poison('crash')
  for (let time = 1; time <= CRASHES; time += 1) {
    await untilRunning(crash, time)
    await stage.child().killGroup()
    await stage.start()
  }
  const hang = await poison('hang')
  const fail = await poison('fail')
  await load.more(5)
  await load.stop()

  const token = await signIn(stage.url, TEST_ADMIN.email)
  const inState = async (state: string) => {
    const { body } = await call(stage.url, 'GET', '/form/submissions', { token })
    const rows = body.data as { id: string; pdfState: string }[]
    return rows.flatMap(({ id, pdfState }) => (pdfState === state ? [id] : [])).toSorted()
  }
  await expect.poll(() => inState('pending'), { timeout: 50_000 }).toEqual([hang])
  expect(await inState('failed')).toEqual([crash, fail].toSorted())
  // The complete form waits until the connection that says nothing is given up, after a minute.
  if (!isComplete)
    await execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)
  await expect.poll(() => inState('pending'), { timeout: 90_000 }).toEqual([])
  expect(await inState('failed')).toEqual([crash, hang, fail].toSorted())
  await stage.expectHealed(`jobs that kill the process (${CRASHES} times), hang and fail`)
}, 600_000)

import { rotationMessages } from '#domain/messages/rotation'
import { replaceableKeyRing } from '../crypto/keys.ts'
import { MainKeyError } from '../crypto/main-key-error.ts'
import { openKeyRing, readKeyRing } from '../crypto/main-key.ts'
import { keepsKeyFiles, keysFolder, type KeyConfig } from '../crypto/main-key-store.ts'
import type { Database } from '../database/db.ts'
import type { Storage } from '../files/storage.ts'
import { announceNext, removeRetired } from './key-files.ts'
import { reencryptUntilNoneIsLeft } from './re-encrypt-until-done.ts'
import { everyServer } from './servers.ts'
import { keyStates, switchToNext } from './states.ts'
import { tidy } from './tidy.ts'

type Needs = {
  config: KeyConfig
  db: Database
  storage: Storage
  say: (line: string) => void
  patienceMs?: number
}

/** Servers that look every second have noticed by then, or never will. */
const PATIENCE_MS = 60_000

const { advice, ...words } = rotationMessages

/**
 * Changes the main key while servers run, or goes on where a change was cut off:
 *
 * 1. a new key is announced, and every running server knows it;
 * 2. it becomes the current one, and every running server writes under it;
 * 3. everything that is under the one before is encrypted anew;
 * 4. once nothing is, the one before is retired, and its file removed.
 *
 * Steps 2 and 4 are written to the audit log in the transactions that take them.
 *
 * @throws MainKeyError with one line that says what to do
 */
export async function rotateKeys({
  config,
  db,
  storage,
  say,
  patienceMs = PATIENCE_MS,
}: Needs): Promise<void> {
  const began = performance.now()
  if (await removeRetired(config, db, say)) return
  const { keys, replace } = replaceableKeyRing(await openKeyRing(config, db))
  const reread = async () => replace(await readKeyRing(config, db))
  const before = await keyStates(db)
  if (before.previous) {
    say(words.goingOn(before.previous, before.current))
  } else {
    const next = await announceNext(config, db, before.next)
    await reread()
    say(words.changing(before.current, next))
    await everyServer(db, patienceMs, (held) => held.includes(next), howToTell(config, next))
    await switchToNext(db, next)
    await reread()
  }
  const isCurrent = (held: string[]) => held[0] === keys.currentId
  await everyServer(db, patienceMs, isCurrent, advice.restart)

  const { previous } = await keyStates(db)
  if (!previous) throw new MainKeyError(words.refusals.changedMeanwhile)
  const done = await reencryptUntilNoneIsLeft({ db, keys, storage }, previous, say)
  await removeRetired(config, db, () => {})
  say(words.done(((performance.now() - began) / 1000).toFixed(1), done, previous))
  for (const name of done.lost) say(words.lost(name))
  say(keepsKeyFiles(config) ? words.backUp(keysFolder(config), previous) : words.unset)
  await tidy(db, say)
}

const howToTell = (config: KeyConfig, next: string): string =>
  keepsKeyFiles(config) ? advice.seeFile(next, keysFolder(config)) : advice.restartWithBoth

import { formatSize } from '#domain/files'
import { storeMessages } from '#domain/messages/store'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open-database.ts'
import { checkInstallation, orphansAreConfirmed } from '../files/installation.ts'
import { walkFiles } from '../files/orphans.ts'
import { listQuarantine } from '../files/quarantine.ts'
import { countReferenced } from '../files/referenced-files.ts'
import { setAside } from '../files/set-aside.ts'
import { createStorage } from '../files/create-storage.ts'
import { createApp } from '../http/server.ts'
import type { Services } from '../services.ts'
import { refuseToMakeDatabase } from './refuse-to-make-database.ts'

type Needs = Pick<Services, 'config' | 'db' | 'storage'>
type Print = (line: string) => void

const { listed } = storeMessages
const CONFIRM = '--confirm'

/**
 * Lists files that no row names, or moves them to the quarantine, with the servers running or not.
 *
 * @param given the command's arguments
 * @throws Error for an unknown argument or a useless configuration, InstallationError for another's store
 */
export async function orphansCommand(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
  print: Print,
): Promise<void> {
  const unknown = given.find((argument) => argument !== CONFIRM)
  if (unknown !== undefined) throw new Error(listed.unknownArgument(unknown))
  const config = readConfig(env)
  await refuseToMakeDatabase(config)
  const { log } = createApp(config)
  const { db, close } = await openDatabase(config, log)
  try {
    const services = { config, db, storage: createStorage(config), log }
    await checkInstallation(services)
    if (given.includes(CONFIRM)) await moveAll(services, print)
    else await list(services, print)
  } finally {
    await close()
  }
}

async function list(services: Needs, print: Print): Promise<void> {
  const { db, storage } = services
  const [all, named, orphans] = [tally(), tally(), tally()]
  const referenced = await countReferenced(db)
  for await (const { state, size } of walkFiles({ db, storage })) {
    if (state === 'unfinished') continue
    all.add(size)
    if (state === 'named') named.add(size)
    if (state === 'orphan') orphans.add(size)
  }
  const aside = tally()
  const quarantine = await listQuarantine(storage)
  for (const { size } of quarantine) aside.add(size)
  const [oldest = null] = quarantine.map(({ since }) => since.toISOString().slice(0, 10)).sort()
  print(listed.orphans(orphans.files, formatSize(orphans.bytes), all.files))
  print(listed.missing(Math.max(0, referenced - named.files)))
  print(listed.quarantine(aside.files, formatSize(aside.bytes), oldest))
  if (orphans.files > 0) print(listed.howToConfirm)
}

async function moveAll({ db, storage, config }: Needs, print: Print): Promise<void> {
  const moved = tally()
  for await (const { name, state, size } of walkFiles({ db, storage })) {
    if (state !== 'orphan') continue
    if (await setAside(storage, name)) moved.add(size)
  }
  await orphansAreConfirmed(db)
  print(listed.moved(moved.files, formatSize(moved.bytes), config.orphanDays))
}

const tally = () => ({
  files: 0,
  bytes: 0,
  add(size: number) {
    this.files += 1
    this.bytes += size
  },
})

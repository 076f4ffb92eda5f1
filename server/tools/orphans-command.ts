import { formatSize } from '#domain/files'
import { storeMessages } from '#domain/messages/store'
import { confirmOrphans } from '../platform/files/installation.ts'
import { listQuarantine, quarantineFile } from '../platform/files/quarantine.ts'
import { countFiles, walkFiles } from '../platform/files/walk-files.ts'
import { withInstallation, type CommandServices } from './with-installation.ts'

type Print = (line: string) => void

const { listed } = storeMessages

export async function orphansCommand(
  { confirm = false }: { confirm?: boolean | undefined },
  env: NodeJS.ProcessEnv,
  print: Print,
): Promise<void> {
  await withInstallation(env, (services) => (confirm ? moveAll(services, print) : list(services, print)))
}

async function list(services: CommandServices, print: Print): Promise<void> {
  const { files, orphans, orphanBytes, missing } = await countFiles(services)
  const quarantine = await listQuarantine(services.storage)
  const quarantineBytes = quarantine.reduce((sum, { size }) => sum + size, 0)
  const [oldest = null] = quarantine.map(({ since }) => since.toISOString().slice(0, 10)).sort()
  print(listed.orphans(orphans, formatSize(orphanBytes), files))
  print(listed.missing(missing))
  print(listed.quarantine(quarantine.length, formatSize(quarantineBytes), oldest))
  if (orphans > 0) print(listed.howToConfirm)
}

async function moveAll({ db, storage, config }: CommandServices, print: Print): Promise<void> {
  let [files, bytes] = [0, 0]
  for await (const { name, state, size } of walkFiles({ db, storage })) {
    if (state !== 'orphan' || !(await quarantineFile(storage, name))) continue
    files += 1
    bytes += size
  }
  await confirmOrphans(db)
  print(listed.moved(files, formatSize(bytes), config.orphanDays))
}

import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeScratchFolder } from '../../platform/database/scratch-postgres.ts'
import { hasCode, toMessage } from '../../system-error.ts'

const run = promisify(execFile)

export type SmallDisk = {
  /** DATA_DIR for a server */
  dataDir: string
  /** Is PostgreSQL on it too? Where no disk can be mounted, the server's own writing alone finds no room. */
  wholeProduct: boolean
  fill(serverPid: number): Promise<void>
  makeRoom(serverPid: number): Promise<void>
  remove(): Promise<void>
}

const SIZE_MB = 160

/**
 * A disk that can be filled up: one of its own in memory for root, else a limit of the system on what the server
 * writes.
 * @throws Error where neither can be had
 */
export async function smallDisk(): Promise<SmallDisk> {
  const folder = await makeScratchFolder()
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'intake-test', folder])
  } catch (cause) {
    if (await canLimit()) return limited(folder, removeFolder)
    await removeFolder()
    throw new Error(
      'No disk can be filled up here: mounting one in memory needs root (mount), limiting a process needs util-linux (prlimit)',
      { cause },
    )
  }
  const ballast = path.join(folder, 'ballast')
  return {
    dataDir: path.join(folder, 'data'),
    wholeProduct: true,
    fill: () => fillUp(ballast),
    makeRoom: () => rm(ballast),
    async remove() {
      await run('umount', [folder])
      await removeFolder()
    },
  }
}

async function limited(folder: string, remove: () => Promise<void>): Promise<SmallDisk> {
  const limit = async (pid: number, bytes: string) => {
    await run('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`])
  }
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  return {
    dataDir,
    wholeProduct: false,
    fill: (pid) => limit(pid, '0'),
    makeRoom: (pid) => limit(pid, 'unlimited'),
    remove,
  }
}

const canLimit = (): Promise<boolean> =>
  run('prlimit', ['--version']).then(
    () => true,
    () => false,
  )

/** Down to the last page. */
async function fillUp(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const bytes of [1024 * 1024, 4096]) await writeOn(handle, Buffer.alloc(bytes))
  } finally {
    await handle.close()
  }
}

async function writeOn(handle: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  try {
    for (;;) await handle.appendFile(chunk)
  } catch (error) {
    if (!hasCode(error, 'ENOSPC'))
      throw new Error(`The disk was not filled: ${toMessage(error)}`, { cause: error })
  }
}

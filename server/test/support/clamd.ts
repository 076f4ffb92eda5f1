import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, vi } from 'vitest'

/** The file that every scanner calls a virus and that does no harm (eicar.org), in two parts so that this one is none. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/**
 * ClamAV's own daemon with a database of one line, which knows EICAR; gone after the file's last test. Answers the path
 * of its socket.
 */
export async function startClamd(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-clamd-'))
  const socket = path.join(folder, 'clamd.sock')
  await mkdir(path.join(folder, 'database'))
  const signature = `Eicar-Test:0:*:${Buffer.from(EICAR).toString('hex')}\n`
  await writeFile(path.join(folder, 'database/test.ndb'), signature)
  await writeFile(
    path.join(folder, 'clamd.conf'),
    [
      'Foreground yes',
      `LocalSocket ${socket}`,
      `DatabaseDirectory ${path.join(folder, 'database')}`,
      `TemporaryDirectory ${folder}`,
      '',
    ].join('\n'),
  )
  const program = existsSync('/usr/sbin/clamd') ? '/usr/sbin/clamd' : 'clamd'
  const clamd = spawn(program, [`--config-file=${path.join(folder, 'clamd.conf')}`], { stdio: 'ignore' })
  const ended = new Promise((resolve) => clamd.once('close', resolve).once('error', resolve))
  afterAll(async () => {
    clamd.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  await vi.waitFor(() => access(socket), { timeout: 30_000, interval: 20 })
  return socket
}

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProgram } from './programs.ts'

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
  const args = [`--config-file=${path.join(folder, 'clamd.conf')}`]
  await startProgram({ command: 'clamd', args, folder, opens: socket })
  return socket
}

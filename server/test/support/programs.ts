import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, vi } from 'vitest'

type Program = {
  command: string
  args: string[]
  /** where the program keeps its files; removed after the file's last test */
  folder: string
  /** the port or the socket that it opens when it has started */
  opens: number | string
}

/** Starts a program of the system, and ends it after the file's last test. */
export async function startProgram({ command, args, folder, opens }: Program): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  await vi.waitFor(() => reach(opens), { timeout: 30_000, interval: 20 })
}

const reach = (opens: number | string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(typeof opens === 'number' ? { port: opens, host: '127.0.0.1' } : { path: opens })
    socket.once('error', reject).once('connect', () => {
      socket.destroy()
      resolve()
    })
  })

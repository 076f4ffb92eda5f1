import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '../../services.ts'

/** The mails to an address that were written to DATA_DIR/mail, oldest first, with their soft line breaks undone. */
export async function mailsTo({ config }: Pick<Services, 'config'>, address: string): Promise<string[]> {
  const folder = path.join(config.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${address}\r\n`)).map((mail) => mail.replace(/=\r\n/g, ''))
}

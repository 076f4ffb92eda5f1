import { writeFile } from 'node:fs/promises'
import { readArguments } from '../../command-line.mjs'
import { breakingChanges } from './breaking-changes.ts'
import { asDocument, COMMITTED, currentText, readCommitted } from './committed.ts'

const { values } = readArguments({
  usage: `npm run openapi [-- --break]

Writes server/http/openapi.json, unless a change breaks clients; --break writes it all the same.`,
  options: { break: { type: 'boolean' } },
})
const text = await currentText()
const breaking = breakingChanges(await readCommitted(), asDocument(text))
if (breaking.length > 0 && !values.break) {
  console.error(`These changes break clients:\n${breaking.map((line) => `- ${line}`).join('\n')}`)
  console.error('Nothing was written. If clients have to change anyway: npm run openapi -- --break')
  process.exitCode = 1
} else {
  await writeFile(COMMITTED, text)
  console.log(`Wrote ${COMMITTED}`)
}

import { writeFile } from 'node:fs/promises'
import { breakingChanges } from './breaking-changes.ts'
import { asDocument, COMMITTED, currentText, readCommitted } from './committed.ts'

const text = await currentText()
const breaking = breakingChanges(await readCommitted(), asDocument(text))
if (breaking.length > 0 && !process.argv.includes('--break')) {
  console.error(`These changes break clients:\n${breaking.map((line) => `- ${line}`).join('\n')}`)
  console.error('Nothing was written. If clients have to change anyway: npm run openapi -- --break')
  process.exitCode = 1
} else {
  await writeFile(COMMITTED, text)
  console.log(`Wrote ${COMMITTED}`)
}

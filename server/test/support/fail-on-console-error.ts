import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

// A test that expects an error to be printed replaces console.error for its time (vi.spyOn).
const print = console.error
const printed: string[] = []
console.error = (...args: unknown[]) => {
  printed.push(format(...args))
  print(...args)
}

function failIfPrinted(): void {
  const messages = printed.splice(0)
  if (messages.length > 0) throw new Error(`Unexpected console.error:\n${messages.join('\n')}`)
}

afterEach(failIfPrinted)
afterAll(failIfPrinted)

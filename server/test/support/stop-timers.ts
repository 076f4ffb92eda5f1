import { afterAll } from 'vitest'

// Files of one worker share a process: a timer that one leaves would run in the next, without the first one's window.
const left = new Set<ReturnType<typeof setTimeout>>()
const start = globalThis.setTimeout
globalThis.setTimeout = new Proxy(start, {
  apply(target, self, args: Parameters<typeof start>) {
    const timer = Reflect.apply(target, self, args)
    left.add(timer)
    return timer
  },
})

afterAll(() => {
  globalThis.setTimeout = start
  left.forEach((timer) => clearTimeout(timer))
})

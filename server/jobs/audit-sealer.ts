import { setTimeout as delay } from 'node:timers/promises'
import { headText } from '../modules/audit/chain.ts'
import { headsSince, SEALED_AT_ONCE, sealEntries } from '../modules/audit/seal-entries.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'log'>

export type Sealer = {
  /** Seals what is there still, and answers when that is done. */
  stop(): Promise<void>
}

const EVERY_MS = 1000
const DAY_MS = 24 * 60 * 60_000
/** What came to light very late is looked for in the whole log, which takes a while where that is long. */
const THOROUGH_EVERY_MS = DAY_MS
const HEADS_EVERY_MS = DAY_MS
/** Chains that stood still are not told again; an hour more, so that none is left out. */
const HEADS_SINCE_MS = HEADS_EVERY_MS + 60 * 60_000

/**
 * Seals the audit log as it grows, a moment after each commit, until it is stopped. With `config.worker` off entries wait
 * for a node that has it on. Once a day the ends of the chains go to the log, where an operator's collector keeps them
 * out of reach of whoever may change the database.
 */
export function startSealer(services: Needs): Sealer {
  if (!services.config.worker) return { stop: async () => {} }
  const stopping = new AbortController()
  const thorough = every(THOROUGH_EVERY_MS)
  const heads = every(HEADS_EVERY_MS)
  let failing = false

  const pass = async (): Promise<void> => {
    try {
      const isThorough = thorough.isDue()
      let sealed = await sealEntries(services, { thorough: isThorough })
      // Where that was not all, the whole log is looked at again once its end is sealed.
      if (isThorough && sealed < SEALED_AT_ONCE) thorough.done()
      while (sealed === SEALED_AT_ONCE) sealed = await sealEntries(services)
      if (heads.isDue()) {
        await tellHeads(services)
        heads.done()
      }
      failing = false
    } catch (err) {
      if (!failing) services.log.error({ err }, 'the audit log is not sealed; trying again')
      failing = true
    }
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pass()
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = work()
  return {
    async stop() {
      stopping.abort()
      await ended
      await pass()
    },
  }
}

async function tellHeads({ db, log }: Needs): Promise<void> {
  for (const head of await headsSince({ db }, new Date(Date.now() - HEADS_SINCE_MS)))
    log.info({ head: headText(head) }, 'the audit log is sealed up to here')
}

/** Due at once, and again when so much has passed since it was done; what failed stays due. */
function every(milliseconds: number): { isDue(): boolean; done(): void } {
  let next = 0
  return {
    isDue: () => Date.now() >= next,
    done() {
      next = Date.now() + milliseconds
    },
  }
}

import { headText } from '../events/audit/chain.ts'
import { headsSince, SEALED_AT_ONCE, sealEntries } from '../events/audit/seal-entries.ts'
import type { Services } from '../services.ts'
import { isUnavailable } from '../trpc/public-error.ts'
import { repeat, type Repeated } from './repeat.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'log'>

const EVERY_MS = 1000
const DAY_MS = 24 * 60 * 60_000
/** Chains without new entries are not logged again; the extra hour prevents gaps. */
const HEADS_SINCE_MS = DAY_MS + 60 * 60_000

/**
 * Seals new audit entries every second. Once a day it searches the whole log for late entries and logs the chain heads,
 * as an operator's log collector is out of reach of attackers who can change the database.
 */
export function startSealer(services: Needs): Repeated {
  if (services.config.role === 'web') return { stop: async () => {} }
  const thorough = every(DAY_MS)
  const heads = every(DAY_MS)
  let failing = false

  const pass = async (): Promise<void> => {
    try {
      const isThorough = thorough.isDue()
      let sealed = await sealEntries(services, { thorough: isThorough })
      if (isThorough && sealed < SEALED_AT_ONCE) thorough.done()
      while (sealed === SEALED_AT_ONCE) sealed = await sealEntries(services)
      if (heads.isDue()) {
        await tellHeads(services)
        heads.done()
      }
      failing = false
    } catch (err) {
      if (!failing && !isUnavailable(err))
        services.log.error({ err }, 'could not seal the audit log; trying again')
      failing = !isUnavailable(err)
    }
  }
  const passes = repeat(EVERY_MS, pass)
  return {
    async stop() {
      await passes.stop()
      await pass()
    },
  }
}

async function tellHeads({ db, log }: Needs): Promise<void> {
  for (const head of await headsSince({ db }, new Date(Date.now() - HEADS_SINCE_MS)))
    log.info({ head: headText(head) }, 'the audit log is sealed up to here')
}

function every(milliseconds: number): { isDue(): boolean; done(): void } {
  let next = 0
  return {
    isDue: () => Date.now() >= next,
    done() {
      next = Date.now() + milliseconds
    },
  }
}

import { median, startChild } from '../../support/processes.ts'
import { launchBrowser } from '../../support/browser.ts'
import type { Group } from '../compare/group.ts'
import { atMost, type Line } from '../compare/line.ts'
import { PHONE_BY_REQUEST, type MeasuredPage } from './conditions.ts'
import { measureLoad, type PageLoad } from './page-load.ts'

const LOADS = Number(process.env.BENCH_LOADS ?? 7)
/** A faster machine needs more to be as slow as the same phone. */
const PHONE_HERE = {
  ...PHONE_BY_REQUEST,
  cpu: Number(process.env.BENCH_CPU_SLOWDOWN ?? PHONE_BY_REQUEST.cpu),
}

/** First visits on a slow phone, in turns with a plain React page of the same fields, built and served alike. */
export const FORM: Group = {
  name: 'form',
  async measure({ intake }) {
    const plain = await startChild(['--import', 'tsx', 'server/test/bench/form/built-page.ts', 'plain'], {
      NODE_ENV: 'production',
    })
    const browser = await launchBrowser()
    const pages: Record<'bare' | 'intake', MeasuredPage> = {
      bare: { url: plain.url, drawn: '[type=submit]' },
      intake: { url: `${intake.url}/form/demo`, drawn: '[type=submit]' },
    }
    const loads: Record<'bare' | 'intake', PageLoad[]> = { bare: [], intake: [] }
    try {
      for (let turn = 0; turn <= LOADS; turn++) {
        for (const side of ['bare', 'intake'] as const) {
          const load = await measureLoad(browser, PHONE_HERE, pages[side])
          // The first turn warms up the servers.
          if (turn > 0) loads[side].push(load)
        }
      }
    } finally {
      await browser.close()
      await plain.stop()
    }
    const line = (work: string, most: number, of: (load: PageLoad) => number): Line => {
      const [bare, intake] = [median(loads.bare.map(of)), median(loads.intake.map(of))]
      return { work, bare, intake, unit: 'ms', ratio: intake / bare, required: atMost(most) }
    }
    return [
      line(`form on a phone (${PHONE_HERE.cpu}x CPU, slow 4G): ready`, 1.1, ({ ready }) => ready),
      line('form on a phone: main thread blocked', 1.2, ({ blocked }) => blocked),
    ]
  },
}

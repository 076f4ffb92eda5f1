// How fast the public form is on a slow phone, beside a React page with one line of text that is built and served in
// the same way. Run by: npm run bench:form
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { launchBrowser } from '../support/browser.ts'
import { median, startChild } from '../support/processes.ts'
import { DESKTOP, PHONE, type MeasuredPage } from './form/conditions.ts'
import { measureLoad, measureWeight, type PageLoad } from './form/page-load.ts'
import { measureWork } from './form/typing.ts'

/** Both take turns, so that whatever else the machine does weighs on both. */
const LOADS = Number(process.env.BENCH_LOADS ?? 9)
const WORKS = Number(process.env.BENCH_WORKS ?? 3)
const BUDGET = { largest: 1, ready: 1.2, shift: 0, scriptKilobytes: 100, keyMs: 100, keyProcessorMs: 50 }

const LONG_TASK_MS = 50

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
const env = { PORT: '0', NODE_ENV: 'production', LOG_LEVEL: 'error', RATE_LIMIT: 'off', WORKER: 'off' }
const [server, yardstick] = await Promise.all([
  startChild(['dist/server.mjs'], { ...env, DATA_DIR: dataDir, SEED_DEMO: '1', DATABASE_URL: undefined }),
  startChild(['--import', 'tsx', 'server/test/bench/form/built-page.ts', 'empty'], env),
])
const browser = await launchBrowser()
const pages: Record<'form' | 'empty', MeasuredPage> = {
  form: { url: `${server.url}/form/demo`, drawn: '[type=submit]' },
  empty: { url: yardstick.url, drawn: 'h1' },
}
const load = () =>
  os
    .loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')
const ms = (time: number) => `${time.toFixed(0)} ms`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

try {
  console.log(
    `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.availableParallelism()} threads, ` +
      `Chromium ${browser.version()}, medians of ${LOADS} first visits each, in turns`,
  )
  for (const conditions of [PHONE, DESKTOP]) {
    const before = load()
    const loads: Record<'form' | 'empty', PageLoad[]> = { form: [], empty: [] }
    for (let turn = 0; turn <= LOADS; turn++) {
      for (const name of ['form', 'empty'] as const) {
        const one = await measureLoad(browser, conditions, pages[name])
        // The first turn warms up the servers.
        if (turn > 0) loads[name].push(one)
      }
    }
    const row = (of: PageLoad[]) => {
      const middle = (value: (load: PageLoad) => number) => median(of.map(value))
      return {
        LCP: ms(middle(({ largestPaint }) => largestPaint)),
        FCP: ms(middle(({ firstPaint }) => firstPaint)),
        drawn: ms(middle(({ drawn }) => drawn)),
        ready: ms(middle(({ ready }) => ready)),
        CLS: Math.max(...of.map(({ shift }) => shift)).toFixed(3),
        requests: middle(({ requestsBeforeDrawn }) => requestsBeforeDrawn),
      }
    }
    const ratio = (value: (load: PageLoad) => number, of = value) =>
      (median(loads.form.map(value)) / median(loads.empty.map(of))).toFixed(2)
    console.log(`\n${conditions.name} (load of the machine ${before} before, ${load()} after)`)
    console.table({ form: row(loads.form), empty: row(loads.empty) })
    // The empty page has no field: it is ready once it is drawn.
    const ready = ratio(
      (load) => load.ready,
      ({ drawn }) => drawn,
    )
    console.log(
      `of the empty page's: LCP ${ratio((load) => load.largestPaint)} (budget ${BUDGET.largest} on the phone), ` +
        `ready ${ready} (budget ${BUDGET.ready})`,
    )
  }

  console.log('\nfirst view, as it travels')
  for (const encoding of ['gzip', 'br']) {
    for (const name of ['form', 'empty'] as const) {
      const { script, style, scripts, later } = await measureWeight(browser, DESKTOP, {
        ...pages[name],
        encoding,
      })
      console.log(
        `${name.padEnd(6)} ${encoding.padEnd(5)} ${kilobytes(script)} of JavaScript in ${scripts} files, ` +
          `${kilobytes(style)} of CSS${name === 'form' && encoding === 'gzip' ? ` (budget ${BUDGET.scriptKilobytes} kB)` : ''}` +
          (later > 0 ? `; ${kilobytes(later)} of JavaScript once it is drawn` : ''),
      )
    }
  }

  console.log('\ntyping into 12 fields, answering and signing, CPU 4x slower, drafts saved meanwhile')
  for (let turn = 0; turn < WORKS; turn++) {
    const { tasks, keyMs, keyProcessorMs, shift, refusal } = await measureWork(browser, pages.form)
    const long = (by: 'duration' | 'processor') => {
      const over = tasks.filter((task) => task[by] > LONG_TASK_MS)
      const where = over.map((task) => `${task.mark} ${ms(task[by])}`).join(', ')
      return `${over.length} over ${LONG_TASK_MS} ms, longest ${ms(Math.max(...tasks.map((task) => task[by])))}${where && ` [${where}]`}`
    }
    console.log(
      `a key until its frame, 95th percentile: ${ms(keyMs)} (budget ${BUDGET.keyMs} ms); of the processor ` +
        `${ms(keyProcessorMs)} (budget ${BUDGET.keyProcessorMs} ms)\n` +
        `  ${tasks.length} tasks: by the clock ${long('duration')}; of the processor ${long('processor')}\n` +
        `  CLS ${shift.toFixed(3)}, from submit to the summary ${ms(refusal)}, load ${load()}`,
    )
  }
} finally {
  await browser.close()
  await Promise.all([server.stop(), yardstick.stop()])
  await rm(dataDir, { recursive: true, force: true })
}

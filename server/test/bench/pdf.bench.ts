// How fast an application is printed, and how a headless Chromium compares that prints the same pages from HTML.
// Run by: npm run bench:pdf
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fullApplication } from '../../submissions/pdf/application-pdf.fixture.ts'
import { createPdfRenderer } from '../../submissions/pdf/pdf-renderer.ts'
import { launchBrowser } from '../support/browser.ts'
import { median, percentile } from '../support/processes.ts'
import { applicationHtml } from './application-html.ts'

const COUNT = 200
/** Both take turns, so that whatever else the machine does weighs on both. */
const TURNS = 60
const WARM_UP = 10
const BUDGET = 0.3

const application = await fullApplication()
const pdfs = createPdfRenderer()
const render = () => pdfs.render(application)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function repeated(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i++) times.push(await timed(work))
  return times
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
const ms = (time: number) => `${time.toFixed(1)} ms`

const before = process.memoryUsage.rss()
await repeated(WARM_UP, render)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const began = performance.now()
const alone = await repeated(COUNT, render)
const perSecond = (COUNT * 1000) / (performance.now() - began)
delay.disable()
const peak = process.resourceUsage().maxRSS * 1024

const inPairs = await timed(() => Promise.all([repeated(COUNT / 2, render), repeated(COUNT / 2, render)]))

const browser = await launchBrowser()
const page = await browser.newPage()
const html = applicationHtml(application)
const options = {
  format: 'Letter',
  displayHeaderFooter: true,
  headerTemplate: '<span></span>',
  footerTemplate: '<span style="font-size:7.5pt">Page <span class="pageNumber"></span></span>',
} as const
const print = async () => {
  await page.setContent(html)
  await page.pdf(options)
}
const ours: number[] = []
const chromiums: number[] = []
const printsOnly: number[] = []
try {
  await repeated(WARM_UP, print)
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(await timed(render))
    chromiums.push(await timed(print))
    printsOnly.push(await timed(() => page.pdf(options)))
  }
} finally {
  await browser.close()
}

console.table({
  [`${COUNT} PDFs, one by one`]: {
    median: ms(median(alone)),
    p95: ms(percentile(alone, 0.95)),
    'per second': perSecond.toFixed(1),
  },
  [`${COUNT} PDFs, two at a time`]: { 'per second': ((COUNT * 1000) / inPairs).toFixed(1) },
  'in turns with Chromium': { median: ms(median(ours)), p95: ms(percentile(ours, 0.95)) },
  'Chromium, load and print': { median: ms(median(chromiums)), p95: ms(percentile(chromiums, 0.95)) },
  'Chromium, print only': { median: ms(median(printsOnly)), p95: ms(percentile(printsOnly, 0.95)) },
})
console.log(
  `one PDF ${Math.round((await render()).length / 1024)} kB; memory ${megabytes(before)} before, ${megabytes(peak)} peak`,
)
console.log(
  `event loop held for ${ms(delay.percentile(50) / 1e6)} in the median, ${ms(delay.max / 1e6)} at most`,
)
console.log(
  `ratio of the medians ${(median(ours) / median(chromiums)).toFixed(2)} (budget ${BUDGET}), ` +
    `against printing only ${(median(ours) / median(printsOnly)).toFixed(2)}`,
)
await pdfs.close()

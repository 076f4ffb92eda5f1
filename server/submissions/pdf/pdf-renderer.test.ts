import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { AuthorityError } from '../../evidence/authority-error.ts'
import { ownSealer, unsealed } from '../../evidence/sealed.fixture.ts'
import { projectRoot } from '../../project-root.ts'
import { fullApplication, minimalApplication, renderApplicationPdf } from './application-pdf.fixture.ts'
import { LayoutError } from './layout-error.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import type { PrintedApplication } from './printed-application.ts'

/** A worker that misbehaves for companies of certain names. */
const TROUBLE = fileURLToPath(new URL('./trouble-worker.fixture.ts', import.meta.url))
const named = (companyName: string): PrintedApplication => ({ ...minimalApplication, companyName })

describe('the pool of layout threads', () => {
  const pdfs = createPdfRenderer({ threads: 1, idleMs: 1 })
  let application = minimalApplication
  beforeAll(async () => {
    application = await fullApplication()
  })
  afterAll(() => pdfs.close())

  it('is empty at the start, and again some time after the last PDF', async () => {
    expect(pdfs.threads()).toBe(0)
    const made = pdfs.render(application)
    await expect.poll(() => pdfs.threads()).toBe(1)
    await made
    await expect.poll(() => pdfs.threads()).toBe(0)
  })

  it('draws the same file as this thread, stamped too', async () => {
    const logo = Buffer.from(application.logo ?? [])
    const stamp = { stampedFor: { name: 'Ann', at: new Date('2026-11-22T08:30:00Z') } }
    const [plain, stamped] = await Promise.all([pdfs.render(application), pdfs.render(application, stamp)])
    expect(plain.equals(await renderApplicationPdf(application))).toBe(true)
    expect(stamped.equals(await renderApplicationPdf(application, stamp))).toBe(true)
    expect(application.logo?.equals(logo)).toBe(true)
  })
})

describe('a layout that goes wrong', () => {
  const limits = { worker: TROUBLE, threads: 1, layoutMs: 500, layoutMegabytes: 48 }
  const pdfs = createPdfRenderer(limits)
  afterAll(() => pdfs.close())

  it.each([
    ['endless', 'too_complex'],
    ['greedy', 'too_complex'],
    ['broken', 'undrawable'],
  ])('fails for good when it is %s, and the next one works', async (trouble, reason) => {
    const failed = pdfs.render(named(trouble))
    await expect(failed).rejects.toThrow(LayoutError)
    await expect(failed).rejects.toMatchObject({ reason })
    expect((await pdfs.render(named('Ortiz Tile'))).toString('latin1')).toContain('Ortiz Tile')
  })

  it('is no fault of the PDF when a time-stamping authority takes too long', async () => {
    const slow = createServer(() => {}).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const impatient = createPdfRenderer({ threads: 1, layoutMs: 2000 })
    const { port } = slow.address() as AddressInfo
    const authority = `http://127.0.0.1:${port}/`
    const given = { ...(await ownSealer('Intake')), at: new Date(), level: 'B-LTA', authority } as const
    await expect(impatient.seal(await unsealed(), given)).rejects.toThrow(AuthorityError)
    slow.closeAllConnections()
    slow.close()
    await impatient.close()
  })

  it('may work another time when its program cannot be loaded', async () => {
    const unloadable = createPdfRenderer({ ...limits, worker: `${projectRoot}/package.json` })
    const failure = await unloadable.render(minimalApplication).catch((error: unknown) => error)
    await unloadable.close()
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(LayoutError)
  })

  it('keeps others waiting for so long only, whose turn may come another time', async () => {
    const busy = createPdfRenderer({ ...limits, waitMs: 10 })
    const first = busy.render(named('endless')).catch((error: unknown) => error)
    await expect(busy.render(minimalApplication)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(busy.render(minimalApplication)).rejects.toThrow(AppError)
    await busy.close()
    expect(await first).not.toBeInstanceOf(LayoutError)
  })
})

// pdf.js replaces JSON.parse and more of Node's with slower ones in the thread that loads it.
it('the server’s main thread loads no library that lays out or reads PDFs', async () => {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ['server/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
  })
  const packages = Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external }) => external)
    .map(({ path }) => path)
  expect(packages).toContain('piscina')
  expect(packages).not.toContain('pdfkit')
  expect(packages).not.toContain('fontkit')
  expect(packages.filter((name) => name.startsWith('pdfjs-dist'))).toEqual([])
})

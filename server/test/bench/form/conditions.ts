import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** What a page is measured on. */
export type Conditions = {
  name: string
  device: BrowserContextOptions
  /** The processor is that many times slower than it is. */
  cpu: number
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null
}

/** `drawn` is a selector of what is drawn last. */
export type MeasuredPage = { url: string; drawn: string }

const bytesPerSecond = (bits: number): number => bits / 8

/** Lighthouse's mobile device on its slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
export const PHONE: Conditions = {
  name: 'phone 412x823, slow 4G, CPU 4x slower',
  device: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  cpu: 4,
  network: {
    latency: 150,
    downloadThroughput: bytesPerSecond(1_600_000),
    uploadThroughput: bytesPerSecond(750_000),
  },
}

/**
 * The same as Lighthouse applies it in a browser (`requestLatencyMs` and so on): Chromium delays requests, not packets, so
 * connecting and slow start are in a latency of 3.75 round trips, and a tenth less of the throughput.
 */
export const PHONE_BY_REQUEST: Conditions = {
  ...PHONE,
  network: {
    latency: 562.5,
    downloadThroughput: bytesPerSecond(1_474_560),
    uploadThroughput: bytesPerSecond(675_000),
  },
}

export const DESKTOP: Conditions = {
  name: 'desktop 1350x940, as fast as it goes',
  device: { viewport: { width: 1350, height: 940 } },
  cpu: 1,
  network: null,
}

/** Opens a page in a browser profile of its own, so nothing is cached, under these conditions; closes it afterwards. */
export async function inConditions<T>(
  browser: Browser,
  { device, cpu, network }: Conditions,
  visit: (page: Page, cdp: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(device)
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    if (network) {
      await cdp.send('Network.enable')
      await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network })
    }
    return await visit(page, cdp)
  } finally {
    await context.close()
  }
}

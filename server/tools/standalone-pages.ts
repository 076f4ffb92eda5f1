import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { build, type BuildOptions } from 'esbuild'
import type { Plugin } from 'vite'

/** Scripts and pages that share nothing with the others, so each is one bundle. */
export const standalonePages = (): Plugin[] => [embedScript(), verifyPage(), packagePage(), drawnForm()]

export const EMBED_SCRIPT = 'embed.js'

async function bundle(entry: string, options: BuildOptions = {}): Promise<{ script: string; style: string }> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2020',
    outdir: 'dist',
    logLevel: 'error',
    ...options,
    write: false,
  })
  const find = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { script: find('.js'), style: find('.css') }
}

const shortHash = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 8)

/** One classic script that leaves nothing behind in the page it runs in. */
function embedScript(): Plugin {
  const source = async () => (await bundle('form/embed/embed.ts')).script
  return {
    name: 'embed-script',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: EMBED_SCRIPT, source: await source() })
    },
    configureServer(server) {
      server.middlewares.use(`/${EMBED_SCRIPT}`, (_request, response, next) => {
        source().then(
          (script) => response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script),
          next,
        )
      })
    },
  }
}

/** The form's components as a module of the server's, which draws the first view. */
export const drawingModule = async (): Promise<string> =>
  (
    await bundle('form/drawn-page.tsx', {
      format: 'esm',
      platform: 'node',
      target: 'node20',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      banner: {
        js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);',
      },
    })
  ).script

function drawnForm(): Plugin {
  let hiding = { fileName: '', source: '' }
  return {
    name: 'drawn-form',
    apply: 'build',
    async buildStart() {
      const { script } = await bundle('form/returning.ts')
      hiding = { fileName: `assets/returning-${shortHash(script)}.js`, source: script }
    },
    // HTTP/1.1 asks for six files at a time: first for what the first paint waits for.
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const [style = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
        if (path !== '/form/index.html') return html
        const first = `<script src="/${hiding.fileName}"></script>\n    ${style}\n    `
        return html.replace(style, '').replace('<script', () => `${first}<script`)
      },
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', ...hiding })
      this.emitFile({ type: 'asset', fileName: 'form/drawn-page.mjs', source: await drawingModule() })
    },
  }
}

const fill = async (page: string, style: string, script: string): Promise<string> =>
  (await readFile(page, 'utf8')).replace('<!--style-->', () => style).replace('<!--script-->', () => script)

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page as one file that works without others. */
function inOneFile(page: string, { script, style }: { script: string; style: string }): Promise<string> {
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'`
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
  return fill(page, `${meta}<style>${style}</style>`, `<script>${script}</script>`)
}

type Asset = { type: 'asset'; fileName: string; source: string }

/** A page with its files beside it. */
function withFiles(
  page: string,
  name: string,
  { script, style }: { script: string; style: string },
  emit: (asset: Asset) => void,
): Promise<string> {
  const place = (ending: string, source: string) => {
    const fileName = `assets/${name}-${shortHash(source)}.${ending}`
    emit({ type: 'asset', fileName, source })
    return `/${fileName}`
  }
  const link = `<link rel="stylesheet" href="${place('css', style)}" />`
  return fill(page, link, `<script defer src="${place('js', script)}"></script>`)
}

const VERIFY = 'form/verify/page.html'

/** The page that checks seals: with files beside it, and as one file that works without a server. */
function verifyPage(): Plugin {
  return {
    name: 'verify-page',
    async generateBundle() {
      const made = await bundle('form/verify/main.ts')
      const pages = {
        index: await withFiles(VERIFY, 'verify', made, (asset) => this.emitFile(asset)),
        offline: await inOneFile(VERIFY, made),
      }
      for (const [name, source] of Object.entries(pages))
        this.emitFile({ type: 'asset', fileName: `verify/${name}.html`, source })
    },
    configureServer(server) {
      server.middlewares.use('/verify', (_request, response, next) => {
        bundle('form/verify/main.ts')
          .then((made) => inOneFile(VERIFY, made))
          .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html), next)
      })
    },
  }
}

/** The page of a package, which funders open. */
function packagePage(): Plugin {
  const page = 'form/package/page.html'
  return {
    name: 'package-page',
    async generateBundle() {
      const made = await bundle('form/package/main.ts')
      const source = await withFiles(page, 'package', made, (asset) => this.emitFile(asset))
      this.emitFile({ type: 'asset', fileName: 'package/index.html', source })
    },
    configureServer(server) {
      server.middlewares.use('/package', (_request, response, next) => {
        bundle('form/package/main.ts')
          .then((made) => fill(page, `<style>${made.style}</style>`, `<script>${made.script}</script>`))
          .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html), next)
      })
    },
  }
}

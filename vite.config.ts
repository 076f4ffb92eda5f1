import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { demoOrigin, demoPage } from './server/http/embed-demo.ts'
import { changedModules } from './server/tools/own-copies.ts'
import { EMBED_SCRIPT, standalonePages } from './server/tools/standalone-pages.ts'

const PORT = process.env.PORT ?? 3000
const DEMO = 'form/embed-demo/index.html'
const ADMIN = path.join(import.meta.dirname, 'admin')

export default defineConfig({
  plugins: [
    changedModules(),
    react(),
    appRoutes(),
    embedDemo(),
    standalonePages(),
    pdfFiles(),
    precompress(),
  ],
  appType: 'mpa',
  publicDir: false,
  build: {
    outDir: 'dist/web',
    manifest: 'manifest.json',
    emptyOutDir: true,
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The form's later parts import only what is there already.
      resolveDependencies: (_file, needed, { hostId }) => (hostId.includes('/form-') ? [] : needed),
    },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: ['admin/index.html', 'form/index.html', DEMO],
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            // Changes rarely, so it stays in the browser's cache. Few files, as each costs a request.
            {
              debugName: 'react',
              name: (file, graph) => (REACT.test(file) || isAtOnce(file, graph) ? 'react' : null),
              priority: 2,
            },
            { ...chunkFor('shared', 'admin', 'form'), priority: 1 },
            chunkFor('form', 'form'),
            // Of the seventy files that the panel would begin with, each costs a request.
            startOf('login', path.join(ADMIN, 'main.tsx'), 1),
            startOf('panel', path.join(ADMIN, 'panel.tsx'), 0),
          ],
        },
      },
    },
  },
  // By address: /embed-demo needs both names of this machine.
  server: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${PORT}` } },
})

/** All that `from` imports at once, as far as no group of a higher priority has it. */
function startOf(name: string, from: string, priority: number) {
  const nameOf = (file: string, graph: Graph) => (isReached(from, file, graph) ? name : null)
  return { debugName: name, name: nameOf, priority }
}

function chunkFor(name: string, ...apps: string[]) {
  const isFor = (file: string, graph: Graph) => {
    const reached = appsReaching(file, graph)
    // An entry of its own makes each chunk a script of its own, so that React's start is a task of its own.
    // The form needs its QR codes later only.
    if (file.endsWith('.html') || file.includes('/qrcode.react/')) return false
    if (reached.size !== apps.length || !apps.every((app) => reached.has(app))) return false
    // A later part is requested again by its own file, so what two of them need comes with the first view,
    // unless each gets a copy.
    return isInitial(file, graph) || partsReaching(file, graph).size > 1
  }
  return {
    debugName: name,
    name: (file: string, graph: Graph) => (isFor(file, graph) ? name : null),
  }
}

type Graph = { getModuleInfo: (file: string) => { importers: string[]; dynamicImporters: string[] } | null }

function appsReaching(file: string, graph: Graph, seen = new Set<string>()): Set<string> {
  const [folder = '', inner] = path.relative(import.meta.dirname, file).split(path.sep)
  if (inner === 'embed-demo' || seen.has(file)) return new Set()
  seen.add(file)
  if (folder === 'form' || folder === 'admin') return new Set([folder])
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(file) ?? {}
  return new Set([...importers, ...dynamicImporters].flatMap((each) => [...appsReaching(each, graph, seen)]))
}

/** The files that load when needed, and import this one at once. */
function partsReaching(file: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(file) ?? {}
  const own = dynamicImporters.length > 0 ? [file] : []
  return new Set([...own, ...importers.flatMap((each) => [...partsReaching(each, graph, seen)])])
}

const REACT = /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper|rolldown\/runtime/

const MAINS = ['admin', 'form'].map((app) => path.join(import.meta.dirname, app, 'main.tsx'))

const isAtOnce = (file: string, graph: Graph): boolean => MAINS.every((main) => isReached(main, file, graph))

const isInitial = (file: string, graph: Graph): boolean => MAINS.some((main) => isReached(main, file, graph))

function isReached(from: string, file: string, graph: Graph, seen = new Set<string>()): boolean {
  if (file === from) return true
  if (seen.has(file)) return false
  seen.add(file)
  return graph.getModuleInfo(file)?.importers.some((each) => isReached(from, each, graph, seen)) === true
}

function appRoutes(): Plugin {
  return {
    name: 'app-routes',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const page = request.headers.accept?.includes('text/html') ? findPage(request.url ?? '/') : null
        if (page) request.url = page
        next()
      })
    },
  }
}

function findPage(url: string): string | null {
  if (/^\/(form|embed|application|sign)(\/|\?|$)/.test(url)) return '/form/index.html'
  if (/^\/(admin|unauthorized|forgot-password|reset-password)?(\/|\?|$)/.test(url)) return '/admin/index.html'
  return null
}

function embedDemo(): Plugin {
  return {
    name: 'embed-demo',
    configureServer(server) {
      server.middlewares.use('/embed-demo', (request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
        if (pathname !== '/') return next()
        const origin = demoOrigin(request.headers.host, {
          protocol: 'http',
          publicUrl: `http://localhost:${PORT}`,
        })
        readFile(DEMO, 'utf8')
          .then((html) => demoPage(html, { origin, slug: searchParams.get('slug') || 'demo' }))
          .then((html) => server.transformIndexHtml(`/${DEMO}`, html))
          .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html), next)
      })
    },
  }
}

/** pdf.js loads fonts, character maps and image decoders while it draws; the path carries its version. */
function pdfFiles(): Plugin {
  const source = path.join(import.meta.dirname, 'node_modules/pdfjs-dist')
  const isWanted = (name: string) => !name.endsWith('.js')
  const addressOf = async () => {
    const { version }: { version: string } = JSON.parse(
      await readFile(path.join(source, 'package.json'), 'utf8'),
    )
    return `assets/pdfjs-${version}`
  }
  return {
    name: 'pdf-files',
    async generateBundle() {
      const address = await addressOf()
      for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
        for (const name of (await readdir(path.join(source, folder))).filter(isWanted)) {
          this.emitFile({
            type: 'asset',
            fileName: `${address}/${folder}/${name}`,
            source: await readFile(path.join(source, folder, name)),
          })
        }
      }
    },
    async configureServer(server) {
      server.middlewares.use(`/${await addressOf()}`, (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        readFile(path.join(source, pathname)).then((content) => response.end(content), next)
      })
    },
  }
}

function precompress(): Plugin {
  let folder = ''
  let assets = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir)
      assets = build.assetsDir
    },
    async closeBundle() {
      const names = (await readdir(path.join(folder, assets))).map((name) => path.join(assets, name))
      const texts = names.filter((name) => /\.(js|mjs|css|svg|json|wasm)$/.test(name))
      await Promise.all([...texts, EMBED_SCRIPT].map(compress))

      async function compress(name: string) {
        const file = path.join(folder, name)
        const content = await readFile(file)
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          promisify(gzip)(content, { level: 9 }),
        ])
        if (br.length < content.length) await writeFile(`${file}.br`, br)
        if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
      }
    },
  }
}

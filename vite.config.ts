import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'esbuild'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { demoOrigin, demoPage } from './server/http/embed-demo.ts'

const PORT = process.env.PORT ?? 3000
const DEMO = 'form/embed-demo/index.html'
const EMBED_SCRIPT = 'embed.js'

export default defineConfig({
  plugins: [react(), appRoutes(), embedDemo(), embedScript(), precompress()],
  appType: 'mpa',
  publicDir: false,
  build: {
    outDir: 'dist/web',
    // Tells the server which chunks to have fetched ahead.
    manifest: 'manifest.json',
    emptyOutDir: true,
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: ['admin/index.html', 'form/index.html', DEMO],
      output: {
        codeSplitting: {
          groups: [
            // Both apps stand on it, and it changes seldom: a chunk of its own stays in the browser's cache.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What the form's later parts share with its first view, in one piece instead of many small ones.
            { name: 'form', test: isOfForm, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // By address, so that the pages are reached under both names of this machine, as /embed-demo needs.
  server: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${PORT}` } },
})

function isOfForm(file: string): boolean {
  return path.relative(import.meta.dirname, file).startsWith(`form${path.sep}`)
}

/** In development, answers the addresses that the server answers with an app's page. */
function appRoutes(): Plugin {
  return {
    name: 'app-routes',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const page = request.headers.accept?.includes('text/html') ? pageOf(request.url ?? '/') : null
        if (page) request.url = page
        next()
      })
    },
  }
}

function pageOf(url: string): string | null {
  if (/^\/(form|embed)(\/|$)/.test(url)) return '/form/index.html'
  if (/^\/(admin|unauthorized)?(\/|\?|$)/.test(url)) return '/admin/index.html'
  return null
}

/** In development, what the server writes into the demonstration. */
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

/**
 * /embed.js, in development too: one classic script that leaves nothing behind in the page it runs in, as a chunk among
 * those of the apps would.
 */
function embedScript(): Plugin {
  const bundle = async (): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: ['form/embed/embed.ts'],
      bundle: true,
      write: false,
      format: 'iife',
      minify: true,
      target: 'es2020',
    })
    return outputFiles.map(({ text }) => text).join('')
  }
  return {
    name: 'embed-script',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: EMBED_SCRIPT, source: await bundle() })
    },
    configureServer(server) {
      server.middlewares.use(`/${EMBED_SCRIPT}`, (_request, response, next) => {
        bundle().then(
          (source) => response.setHeader('content-type', 'text/javascript; charset=utf-8').end(source),
          next,
        )
      })
    },
  }
}

/** Writes .br and .gz beside every asset that shrinks, so that the server sends them ready. */
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

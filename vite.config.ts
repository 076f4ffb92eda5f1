import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

export default defineConfig({
  plugins: [react(), appRoutes(), precompress()],
  appType: 'mpa',
  publicDir: false,
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: ['admin/index.html', 'form/index.html'],
      output: {
        // Both apps stand on it, and it changes seldom: a chunk of its own stays in the browser's cache.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
})

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

/** Writes .br and .gz beside every asset that shrinks, so that the server sends them ready. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir, build.assetsDir)
    },
    async closeBundle() {
      const names = await readdir(folder)
      await Promise.all(names.filter((name) => /\.(js|mjs|css|svg|json|wasm)$/.test(name)).map(compress))

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

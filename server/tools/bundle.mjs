// Bundles the server's programs and threads into dist.
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { PROGRAMS, THREADS, UNBUNDLED } from './programs.mjs'

// Changes to Prisma's code that save 17 MB of memory in each running program.
const CHANGES = [
  {
    // V8 keeps an object with the key 1,300 as an array of 1,301 places, and Prisma has thousands of them. An object with
    // the highest possible key is kept as a dictionary instead.
    filter: /@prisma\/client\/runtime\/client\.js$/,
    from: /o=\{\};(?=for\(let s=0;s<i;s\+\+\)\{let a=this\.#i\(\))/g,
    to: 'o={4294967294:void 0};',
    times: 2,
  },
  {
    // This module holds one text of 2 MB, and Node never gives an imported module's memory back. So its file is read.
    filter: /server\/generated\/internal\/class\.ts$/,
    from: /await import\(("@prisma\/client\/runtime\/\w+\.postgresql\.wasm-base64\.mjs")\)/g,
    to: '{ wasm: (await import("node:fs")).readFileSync(require.resolve($1), "utf8").split(\'"\')[1] }',
    times: 1,
  },
]

const changed = new Set()
const leanPrisma = {
  name: 'lean-prisma',
  setup({ onLoad, onEnd }) {
    for (const { filter, from, to, times } of CHANGES)
      onLoad({ filter }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        if (text.match(from)?.length === times) changed.add(filter)
        return { contents: text.replace(from, to), loader: path.endsWith('.ts') ? 'ts' : 'js' }
      })
    onEnd(() => {
      if (changed.size < CHANGES.length)
        throw new Error("Prisma's code no longer has the texts that bundle.mjs changes")
    })
  },
}

const programs = Object.entries(PROGRAMS).map(([name, source]) => [`server/${name}`, source])
await build({
  entryPoints: { ...THREADS, ...Object.fromEntries(programs) },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: UNBUNDLED,
  plugins: [leanPrisma],
  banner: { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' },
  sourcemap: true,
  sourcesContent: false,
  splitting: true,
  outdir: 'dist',
  chunkNames: 'server/[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
})

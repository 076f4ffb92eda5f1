// Bundles the server's programs and threads into dist.
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { PROGRAMS, THREADS, UNBUNDLED } from './programs.mjs'

// Each saves memory for as long as a program runs, 17 MB together.
const CHANGES = [
  {
    // An object with numbers as keys has room for all lower ones, in thousands of these; the highest number of all
    // makes V8 keep it as a dictionary.
    filter: /@prisma\/client\/runtime\/client\.js$/,
    from: /o=\{\};(?=for\(let s=0;s<i;s\+\+\)\{let a=this\.#i\(\))/g,
    to: 'o={4294967294:void 0};',
    times: 2,
  },
  {
    // An imported module stays, with its text of 2 MB and what it exports; of a file that is read, only the result.
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
      if (changed.size < CHANGES.length) throw new Error('Prisma has no more the texts that are changed here')
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

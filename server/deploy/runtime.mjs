import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readArguments } from '../command-line.mjs'
import { UNBUNDLED } from '../tools/programs.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const [target] = readArguments({
  usage: `node server/deploy/runtime.mjs FOLDER

After npm run build, copies what a production server needs: the built server and commands, and the packages that the
bundle leaves out, with all that these depend on. Node alone runs FOLDER/dist/server.mjs.`,
  operands: [1, 1],
}).positionals
const copied = new Set()
/** Of Tesseract all but the engine that Node loads for the model in use, which a browser would load from a script. */
const LEFT_OUT = /node_modules|\.(map|[cm]?ts)$|tesseract-core(-relaxedsimd|-simd)?\.(js|wasm)$|\.wasm\.js$/

for (const file of ['dist', 'prisma/demo-logo.png', 'server/guide']) copy(root, file)
for (const folder of ['migrations', 'sql', 'adopt']) copy(root, `prisma/${folder}`)
for (const file of ['package.json', 'LICENSE', '.env.example', 'server/auth/common-passwords.txt.gz'])
  copy(root, file)
for (const external of UNBUNDLED) {
  const [, name, prefix] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+)\*)?$/.exec(external)
  if (prefix) copyFiles(path.join(root, 'node_modules', name), prefix)
  else copyPackage(name, root)
}

/** Takes the package that Node finds from there; optional ones of other systems are not installed. */
function copyPackage(name, from) {
  const folder = path.join(from, 'node_modules', name)
  if (!existsSync(folder)) return from === root ? undefined : copyPackage(name, path.dirname(from))
  if (copied.has(folder)) return
  copied.add(folder)
  copy(folder, '', (file) => !LEFT_OUT.test(file.slice(folder.length)))
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(each, folder)
}

function copyFiles(folder, prefix) {
  copy(folder, 'package.json')
  const inside = path.dirname(`${prefix}.`)
  const names = readdirSync(path.join(folder, inside)).map((name) => path.join(inside, name))
  for (const name of names.filter((each) => each.startsWith(prefix) && !LEFT_OUT.test(each)))
    copy(folder, name)
}

function copy(folder, name, filter = () => true) {
  const from = path.join(folder, name)
  cpSync(from, path.join(target, path.relative(root, from)), {
    recursive: true,
    verbatimSymlinks: true,
    filter,
  })
}

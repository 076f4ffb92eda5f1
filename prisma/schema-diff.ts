import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { projectRoot } from '../server/project-root.ts'

const schemaFile = path.join(projectRoot, 'prisma', 'schema.prisma')

// Prisma's schema has no word for INCLUDE, so covering indexes are written by hand.
const HAND_WRITTEN = /^-- DropIndex\nDROP INDEX "[^"]+_covering";\n*/gm

export async function schemaDiff(url: string): Promise<string> {
  const { SchemaEngine } = await (engine ??= loadEngine())
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // While the pool closes, a database that is dropped reports an error, which would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const adapters = bindMigrationAwareSqlAdapterFactory(new Adapters(pool))
  const connected = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapters)
  try {
    const files = [{ path: schemaFile, content: await readFile(schemaFile, 'utf8') }]
    const { stdout } = await connected.diff({
      from: { tag: 'schemaDatasource', files, configDir: path.dirname(schemaFile) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      // The partition that searches read.
      filters: { externalTables: ['public.SubmissionSearch'], externalEnums: [] },
    })
    const script = (stdout ?? '').replace(HAND_WRITTEN, '').trim()
    return script.replace('-- This is an empty migration.', '').trim()
  } finally {
    connected.free()
    await pool.end()
  }
}

// The bindings belong to one instance; a second one in the same process would break them.
let engine: ReturnType<typeof loadEngine> | null = null

/**
 * Prisma's schema engine as WebAssembly. The native one is downloaded from outside npm, and the package's own
 * entry imports the .wasm file as a module, which Node 20 doesn't support.
 */
async function loadEngine() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const require = createRequire(import.meta.url)
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': bindings,
  })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  // The engine reports its own faults here, and then traps without a message.
  const fail = (message: string): never => {
    throw new Error(`The schema engine failed: ${message}`)
  }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: fail } })
  return bindings
}

// The engine reads constraints as PostgreSQL's type "char", which Prisma's adapter refuses. So it is passed on as its
// array type, which the adapter knows and no other query of the engine has, and labelled as a character again.
const CHAR = 18
const CHAR_ARRAY = 1002

class Adapters extends PrismaPg {
  constructor(pool: pg.Pool) {
    const query = async (config: pg.QueryArrayConfig) => {
      const result = await pool.query(config)
      for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = CHAR_ARRAY
      return result
    }
    super(Object.assign(new pg.Pool(), { query }))
  }

  override async connect() {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      const { Character, CharacterArray } = ColumnTypeEnum
      const columnTypes = result.columnTypes.map((type) => (type === CharacterArray ? Character : type))
      return { ...result, columnTypes }
    }
    return adapter
  }
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'

const require = createRequire(import.meta.url)

export type OpenSchemaEngine = {
  engine: SchemaEngine
  /** what PostgreSQL said to the last script that failed; the engine's own error leaves it out */
  scriptError(): Error | null
  close(): Promise<void>
}

// The bindings hold on to the memory of one instance, so a second one in the same process would break them.
let loaded: ReturnType<typeof load> | null = null

async function load() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': { ...bindings, ...idleTimers(bindings) },
  })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: refuse } })
  return bindings
}

/** The engine leaves the timer of its lock's time limit running, which must not hold up the end of a process. */
function idleTimers(bindings: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout_'))
  const setIdle = (work: () => void, ms: number) => setTimeout(work, ms).unref()
  return Object.fromEntries(names.map((name) => [name, setIdle]))
}

/** The engine tells its own faults here and then traps without a word. */
function refuse(message: string): never {
  throw new Error(`The schema engine failed: ${message}`)
}

/**
 * Prisma's schema engine as WebAssembly, connected to `url`. The native engine is a download that an offline
 * machine cannot make; this one is an npm package. Loading it takes about 0.3 s, so load it only when needed.
 */
export async function openSchemaEngine(url: string): Promise<OpenSchemaEngine> {
  const bindings = await (loaded ??= load())
  const adapters = new ScriptAdapterFactory({ connectionString: url, max: 1 })
  const engine = await bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapters),
  )
  return {
    engine,
    scriptError: () => adapters.scriptError,
    async close() {
      engine.free()
      await adapters.close()
    },
  }
}

// The adapter refuses PostgreSQL's one-byte type "char", in which the engine reads constraints. So it is fetched as
// text, and labelled as the character that the engine expects.
const CHAR_COLUMNS = new Set(['constraint_type', 'confdeltype', 'confupdtype'])

const charsAsText = (sql: string) =>
  sql
    .replace('constr.contype AS', 'constr.contype::text AS')
    .replace(/\bcon\.(confdeltype|confupdtype),/g, 'con.$1::text AS $1,')

/**
 * The adapter's own `executeScript` cuts a script at every semicolon, which breaks function bodies, and runs the
 * pieces one by one. As one simple query PostgreSQL parses the script itself and makes it a single transaction.
 */
class ScriptAdapterFactory extends PrismaPg {
  scriptError: Error | null = null
  private readonly opened: Array<{ dispose(): Promise<void> }> = []

  override async connect() {
    return this.withWholeScripts(await super.connect())
  }

  override async connectToShadowDb() {
    return this.withWholeScripts(await super.connectToShadowDb())
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((adapter) => adapter.dispose()))
  }

  private withWholeScripts(adapter: Awaited<ReturnType<PrismaPg['connect']>>) {
    const pool = adapter.underlyingDriver()
    adapter.executeScript = async (script) => {
      try {
        await pool.query(script)
      } catch (error) {
        if (error instanceof Error) this.scriptError = error
        throw error
      }
    }
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const result = await queryRaw({ ...query, sql: charsAsText(query.sql) })
      const columnTypes = result.columnNames.map((name, index) =>
        CHAR_COLUMNS.has(name)
          ? ColumnTypeEnum.Character
          : (result.columnTypes[index] ?? ColumnTypeEnum.Text),
      )
      return { ...result, columnTypes }
    }
    this.opened.push(adapter)
    return adapter
  }
}

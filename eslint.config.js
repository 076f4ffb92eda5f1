import { defineConfig } from 'eslint/config'
import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { noStringIndex } from './server/tools/no-string-index.mjs'

const TESTS = ['**/*.{test,e2e,bench,fixture}.{ts,tsx}', 'server/test/**']

// Each layer imports from those above it in this list, types included. server/services.ts, the list of all services,
// has types of several layers and is known to all.
const LAYERS = [
  ['server/domain'],
  ['server/!(services|app-router|start|start-failure|main).ts'],
  ['server/database'],
  ['server/crypto'],
  ['server/auth'],
  ['server/files'],
  ['server/trpc', 'server/pdf', 'server/mail', 'server/queue'],
  ['server/modules'],
  ['server/upgrade', 'prisma'],
  ['server/jobs'],
  ['server/rotation'],
  ['server/backup'],
  ['server/app-router.ts'],
  ['server/http'],
  ['server/telemetry'],
  ['server/start-failure.ts'],
  ['server/start.ts', 'server/main.ts', 'server/tools'],
  ['admin', 'form'],
].map((layer) => layer.map((place) => `./${place}`))

const ZONES = [
  ...LAYERS.slice(0, -1).map((target, index) => ({
    target,
    from: LAYERS.slice(index + 1)
      .flat()
      .filter((place) => !place.includes('!')),
  })),
  { target: './server/domain', from: './server', except: ['./domain'] },
  { target: './admin', from: ['./form', './prisma'] },
  { target: './form', from: ['./admin', './prisma'] },
].map((zone) => ({ ...zone, message: 'Imports point down the layers of eslint.config.js.' }))

// Laying out text can take seconds, so it runs in worker threads only.
const LAYOUT_ZONE = {
  target: ['./server/!(pdf)/**/*', './server/*', './server/pdf/!(*-renderer).ts', './prisma/**/*'],
  from: './server/pdf/layout',
  message: 'Text is laid out in threads; use pdfs.render.',
}

// Code that may see every tenant's rows.
const SYSTEM_USERS = [
  'server/{auth,jobs,crypto,rotation,tools,upgrade}/**',
  'server/modules/{account,applicant,auth,audit,link,form-session,document,registration,request,submission}/**',
  'server/modules/company/lead-names.ts',
  'server/modules/user/new-email.ts',
  'server/modules/retention/{destroy.service,find-due}.ts',
  'server/files/installation.ts',
  'server/files/named-files.ts',
  'server/files/sweep-form-sessions.ts',
  'server/{http/health,telemetry/queue-state}.ts',
  'server/queue/install-queue.ts',
  'prisma/seed.ts',
]
const SYSTEM_NAMES = {
  group: ['**/auth/actor.ts', './actor.ts', '**/database/transactions.ts', './transactions.ts'],
  importNames: ['withSystem', 'asSystem', 'querySystem'],
  message: 'Work for a user goes through withActor, which keeps to one tenant.',
}
const LUCIA = { group: ['lucia', 'lucia/*'], message: 'Only server/auth/sessions.ts knows lucia.' }
const OUTSIDE_DOMAIN = {
  regex: '^(?!\\.{1,2}/|#domain/)',
  message: 'The domain imports nothing outside itself.',
}
const SERVER_VALUES = {
  group: ['**/server/**'],
  allowTypeImports: true,
  message: 'Browsers take values from #domain only; of the server, types.',
}
const SERVER_SENTENCES = {
  regex: '/messages/(server|applicant|sentence)(-\\w+)?(\\.ts)?$',
  message: 'What the server says comes with its answers; a browser has no use for all of it.',
}

const NO_INTERFACES = {
  selector: 'TSInterfaceDeclaration:not(TSModuleDeclaration *)',
  message: 'Use a `type`.',
}
const NO_CONNECTIONS = {
  selector:
    ':matches(MemberExpression > Identifier.property, ObjectPattern > Property > Identifier.key)[name=/^(tenant|system|systemPool)$/], ' +
    'MemberExpression > Literal.property[value=/^(tenant|system|systemPool)$/]',
  message:
    'Only server/auth/actor.ts and server/database take a connection; use withActor, withSystem or asSystem.',
}

const NO_NORMALIZE = {
  selector: 'CallExpression[callee.property.name="normalize"][callee.object.name!="path"]',
  message:
    'String.normalize takes quadratic time for combining marks in a row; use normalized of stream-safe.ts.',
}

// Dynamic imports escape the list of restricted names.
const NO_LATE_ACTOR = {
  selector: 'ImportExpression[source.value=/(^|\\u002F)(actor|transactions)(\\.ts)?$/]',
  message: 'Import what acts for whom by name, at the top.',
}

// ESLint's own rules for what TypeScript does not find.
const CORE_RULES = [
  'no-cond-assign',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-self-assign',
  'no-sparse-arrays',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-useless-catch',
  'no-useless-escape',
  'use-isnan',
]

const SOURCES = {
  server: { files: ['server/**/*.ts', 'prisma/**/*.ts'], ignores: ['server/domain/**'] },
  domain: { files: ['server/domain/**/*.ts'], ignores: ['server/domain/get-own.ts'] },
  admin: { files: ['admin/**/*.{ts,tsx}'], ignores: [] },
  form: { files: ['form/**/*.{ts,tsx}'], ignores: [] },
}

// Names from outside must not reach inherited properties such as `constructor`.
const withoutInherited = (program) => ({
  files: SOURCES[program].files,
  ignores: [...TESTS, '**/*.d.ts', '**/*.d.mts', ...SOURCES[program].ignores],
  plugins: { intake: { rules: { 'no-string-index': noStringIndex } } },
  languageOptions: {
    parserOptions: { project: `./tsconfig.${program}.json`, tsconfigRootDir: import.meta.dirname },
  },
  rules: { 'intake/no-string-index': 'error' },
})

const restrict = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] })

export default defineConfig(
  {
    ignores: ['node_modules', 'dist', 'data', 'coverage', '.cache', 'server/generated', 'server/examples'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] })],
    },
    rules: {
      ...Object.fromEntries(CORE_RULES.map((name) => [name, 'error'])),
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', NO_INTERFACES, NO_NORMALIZE],
      'max-lines': ['error', { max: 250 }],
      'no-implicit-coercion': ['error', { boolean: false }],
      'import-x/no-restricted-paths': ['error', { zones: [...ZONES, LAYOUT_ZONE] }],
      '@typescript-eslint/array-type': 'off',
      // Module augmentation needs interfaces, which this rule forbids.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      ...restrict(LUCIA, SYSTEM_NAMES),
    },
  },
  {
    files: ['server/**/*.ts', 'prisma/**/*.ts'],
    ignores: [...TESTS, '**/*.d.ts', '**/*.d.mts', 'server/domain/**'],
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  ...['server', 'domain', 'admin', 'form'].map(withoutInherited),
  {
    files: ['server/**/*.ts', 'prisma/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', NO_INTERFACES, NO_NORMALIZE, NO_CONNECTIONS, NO_LATE_ACTOR],
    },
  },
  {
    files: ['server/auth/actor.ts', 'server/database/**'],
    rules: { 'no-restricted-syntax': ['error', NO_INTERFACES, NO_NORMALIZE] },
  },
  { files: ['server/domain/stream-safe.ts'], rules: { 'no-restricted-syntax': ['error', NO_INTERFACES] } },
  { files: ['server/tools/**'], rules: { 'no-console': 'off' } },
  { files: SYSTEM_USERS, rules: restrict(LUCIA) },
  { files: ['server/auth/sessions.ts'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  { files: ['server/domain/**'], rules: restrict(OUTSIDE_DOMAIN) },
  { files: ['server/domain/catalogue/**', 'server/domain/messages/**'], rules: { 'max-lines': 'off' } },
  {
    files: ['admin/**', 'form/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, ...restrict(SERVER_VALUES, SERVER_SENTENCES) },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': 'off',
      'no-console': 'off',
      'no-restricted-syntax': ['error', NO_INTERFACES],
      'import-x/no-restricted-paths': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },
)

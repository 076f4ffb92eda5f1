import { defineConfig } from 'eslint/config'
import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { noStringIndex } from './server/tools/no-string-index.mjs'

const TESTS = ['**/*.{test,e2e,bench,fixture}.{ts,tsx}', 'server/test/**']

const CAPABILITIES = (
  'account applicant connections dashboard desk documents entities events evidence form-sessions import marks onboarding packages registrations ' +
  'requests retention sign-in statements submissions'
)
  .split(' ')
  .map((name) => `server/${name}`)

// Each layer imports from those above it in this list, types included. server/services.ts, the list of all services,
// has types of several layers and is known to all.
const LAYERS = [
  ['server/domain'],
  ['server/!(services|app-router|start|start-failure|main).ts', 'server/lib'],
  ['server/platform/database'],
  ['server/platform/crypto'],
  ['server/auth'],
  ['server/platform/files'],
  ['server/trpc', 'server/platform/mail', 'server/platform/queue'],
  CAPABILITIES,
  ['prisma'],
  ['server/jobs'],
  ['server/platform/rotation'],
  ['server/platform/backup'],
  ['server/app-router.ts'],
  ['server/http'],
  ['server/platform/telemetry'],
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
  target: [
    './server/!(submissions)/**/*',
    './server/*',
    './server/submissions/!(pdf)/**/*',
    './server/submissions/*',
    './server/submissions/pdf/!(*-renderer).ts',
    './prisma/**/*',
  ],
  from: './server/submissions/pdf/layout',
  message: 'Text is laid out in threads; use pdfs.render.',
}

// Code that may see every tenant's rows.
const SYSTEM_USERS = [
  'server/{auth,jobs,tools}/**/*.ts',
  'server/platform/{crypto,rotation}/**/*.ts',
  'server/{account,applicant,connections,documents,evidence,form-sessions,packages,registrations,requests,sign-in,statements,submissions}/**/*.ts',
  'server/events/{audit/**/*,record-event}.ts',
  'server/entities/link/**/*.ts',
  'server/entities/company/company-rows.ts',
  'server/entities/user/new-email.ts',
  'server/retention/{destroy.service,find-due}.ts',
  'server/platform/files/installation.ts',
  'server/platform/files/named-files.ts',
  'server/platform/files/sweep-form-sessions.ts',
  'server/{http/health,platform/telemetry/queue-state}.ts',
  'server/platform/queue/install-queue.ts',
  'server/demo/fill-examples.service.ts',
  'prisma/seed.ts',
]
const LUCIA = { group: ['lucia', 'lucia/*'], message: 'Only server/auth/sessions.ts knows lucia.' }
const SHARP = { group: ['sharp'], allowTypeImports: true, message: 'loadSharp loads it with the first picture, and refuses other files.' } // prettier-ignore
const notFrom = (allowed, message) => ({ regex: `^(?!${allowed})`, message })
const OUTSIDE_DOMAIN = notFrom('\\.{1,2}/|#domain/', 'The domain imports nothing outside itself.')
const OUTSIDE_VERIFIER = notFrom('\\./|#domain/|pkijs$|asn1js$', 'The verifier also runs in browsers.')
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
const NO_SPREAD_LITERAL = {
  selector:
    'ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression',
  message: 'Write the members into the literal itself.',
}
const EVERYWHERE = [NO_INTERFACES, NO_SPREAD_LITERAL]
const noMember = (name, message) => ({
  selector:
    `:matches(MemberExpression > Identifier.property, ObjectPattern > Property > Identifier.key)[name="${name}"], ` +
    `MemberExpression > Literal.property[value="${name}"]`,
  message,
})
const NO_CONNECTIONS = noMember('connections', 'Only server/platform/database takes a connection; use db.as.')
const NO_SYSTEM = noMember('system', 'Work for a user goes through db.as, which keeps to one tenant.')

const NO_NORMALIZE = {
  selector: 'CallExpression[callee.property.name="normalize"][callee.object.name!="path"]',
  message:
    'String.normalize takes quadratic time for combining marks in a row; use normalized of stream-safe.ts.',
}

const NO_ARGV = {
  selector: 'MemberExpression[object.name="process"][property.name="argv"]',
  message: 'Read arguments with server/command-line.mjs, which knows --help and refuses unknown ones.',
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
  server: {
    files: ['server/**/*.ts', 'prisma/**/*.ts'],
    ignores: ['server/domain/**', 'server/evidence/verify/**'],
  },
  domain: { files: ['server/domain/**/*.ts'], ignores: ['server/domain/get-own.ts'] },
  verify: { files: ['server/evidence/verify/**/*.ts'], ignores: [] },
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
      'no-restricted-syntax': ['error', ...EVERYWHERE, NO_NORMALIZE],
      'max-lines': ['error', { max: 250 }],
      'no-implicit-coercion': ['error', { boolean: false }],
      'import-x/no-restricted-paths': ['error', { zones: [...ZONES, LAYOUT_ZONE] }],
      '@typescript-eslint/array-type': 'off',
      // Module augmentation needs interfaces, which this rule forbids.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      ...restrict(LUCIA, SHARP),
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
  ...['server', 'domain', 'verify', 'admin', 'form'].map(withoutInherited),
  {
    files: ['server/**/*.ts', 'prisma/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...EVERYWHERE, NO_NORMALIZE, NO_ARGV, NO_CONNECTIONS, NO_SYSTEM],
    },
  },
  {
    files: SYSTEM_USERS,
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, NO_NORMALIZE, NO_ARGV, NO_CONNECTIONS] },
  },
  {
    files: ['server/platform/database/**'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, NO_NORMALIZE] },
  },
  { files: ['server/domain/stream-safe.ts'], rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE] } },
  { files: ['server/tools/**'], rules: { 'no-console': 'off' } },
  { files: ['server/auth/sessions.ts'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  { files: ['server/domain/**'], rules: restrict(OUTSIDE_DOMAIN) },
  { files: ['server/evidence/verify/**'], rules: restrict(OUTSIDE_VERIFIER) },
  {
    files: ['server/domain/catalogue/**', 'server/domain/messages/**', 'server/domain/events.ts'],
    rules: { 'max-lines': 'off' },
  },
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
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      'import-x/no-restricted-paths': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },
)

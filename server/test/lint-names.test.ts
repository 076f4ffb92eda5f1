import { ESLint } from 'eslint'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'

/** A name from outside, such as `constructor`, must not reach what every object inherits; lint tells by the types. */
const RULE = 'intake/no-string-index'
const eslint = new ESLint({
  cwd: projectRoot,
  // With CI=true the parser would read a file from the disk instead of the code it is given.
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
})

/** The rule's findings in a file of the domain, whose program is the smallest. */
async function findings(code: string): Promise<number> {
  const filePath = path.join(projectRoot, 'server/domain/catalogue/settings.ts')
  const [result] = await eslint.lintText(code, { filePath })
  if (result?.fatalErrorCount !== 0) throw new Error(JSON.stringify(result?.messages))
  return result.messages.filter(({ ruleId }) => ruleId === RULE).length
}

const declared = `declare const settings: Record<string, Record<string, boolean>>
declare const name: string
declare const group: 'businessInfo' | 'partners'
declare const list: string[]
`

// ESLint and the types take their time to load.
describe('lint', { timeout: 120_000 }, () => {
  it.each([
    ['settings[name]'],
    ['const target = (settings[name] ??= {})\ntarget[name] = true', 2],
    ['settings.businessInfo?.[name]'],
    ['delete settings[name]'],
    ['name in settings'],
    ['export const { [name]: own } = settings'],
    ['export const read = (key: "fax" | (string & {})) => settings[key]'],
    ['for (const key of Object.keys(settings)) settings[key] = {}'],
    ['export const read = (key: any) => settings[key]'],
  ])('refuses %s', async (code, count = 1) => {
    expect(await findings(declared + code)).toBe(count)
  })

  it.each([
    ['settings[group]'],
    ['settings["businessInfo"]'],
    ['list[list.length - 1]'],
    ['new Map(Object.entries(settings)).get(name)'],
    ['export const copy = { ...settings, [name]: {} }'],
    ['"businessInfo" in settings'],
  ])('lets %s be', async (code) => {
    expect(await findings(declared + code)).toBe(0)
  })

  it.each([
    'server/entities/company/company.service.ts',
    'server/http/trpc-routes.ts',
    'server/domain/json.ts',
    'admin/dialogs/merge-values.ts',
    'form/application/prefill.ts',
    'prisma/seed.ts',
  ])('looks at names in %s', async (file) => {
    const config: unknown = await eslint.calculateConfigForFile(path.join(projectRoot, file))
    expect(config).toMatchObject({ rules: { [RULE]: [2] } })
  })
})

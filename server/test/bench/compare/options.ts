import { readArguments } from '../../../command-line.mjs'

const { values, positionals } = readArguments({
  usage: `npm run bench -- [--profile] [--check] [GROUP …]

Intake's hot calls, each beside bare node:http and pg in the same run. server/test/bench/README.md describes groups and settings.`,
  operands: [0, 100],
  options: { profile: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
})

const count = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** README.md of this folder describes them. */
export const options = {
  /** names of groups; empty: all */
  groups: positionals,
  profile: values.profile,
  check: values.check,
  submissions: count('BENCH_SUBMISSIONS', 100_000),
  seconds: count('BENCH_SECONDS', 3),
  rounds: count('BENCH_ROUNDS', 3),
  starts: count('BENCH_STARTS', 7),
}

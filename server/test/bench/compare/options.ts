import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: 'boolean', default: false } },
})

const count = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** README.md of this folder describes them. */
export const options = {
  /** names of groups; empty: all */
  groups: positionals,
  profile: values.profile,
  submissions: count('BENCH_SUBMISSIONS', 100_000),
  seconds: count('BENCH_SECONDS', 3),
  rounds: count('BENCH_ROUNDS', 3),
  starts: count('BENCH_STARTS', 7),
}

import type { Outputs } from '../../providers/outputs.ts'

export type Role = Outputs['role']['list']['data'][number]

import type { Outputs } from '../../providers/outputs.ts'

export type Team = Outputs['team']['list']['data'][number]

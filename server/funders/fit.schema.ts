import { z } from 'zod'
import { CRITERIA, CRITERION_STATES, FACT_SOURCES } from '#domain/funder'
import { listEnvelope } from '../trpc/envelope.ts'
import { eg, egText, entity, EXAMPLE, withExamples } from '../trpc/example.ts'

const criterion = entity('FitCriterion', {
  name: eg(z.enum(CRITERIA), 'minTrueRevenue'),
  state: eg(z.enum(CRITERION_STATES), 'met'),
  wanted: z
    .union([z.number(), z.array(z.string())])
    .meta({ description: 'What the funder asks for', example: 25_000 }),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .meta({ description: 'The figure of this submission; null where it is not known', example: 38_400.5 }),
  source: z
    .enum(FACT_SOURCES)
    .nullable()
    .meta({ description: 'Statements where they are read, else the answers', example: 'statements' }),
})

export const fitOutput = listEnvelope(
  entity('FunderFit', {
    funder: withExamples({
      id: egText(EXAMPLE.funder.id),
      name: egText(EXAMPLE.funder.name),
      emails: eg(z.array(z.string()), ['deals@bay.example']),
      hidesContact: eg(z.boolean(), false),
      asksCode: eg(z.boolean(), true),
    }),
    score: z.number().int().meta({
      description:
        'From 0 to 100: the share of criteria that are met, where one that is not known counts half; halved where one is missed; 50 where the funder asks for nothing',
      example: 100,
    }),
    criteria: z.array(criterion),
    fundedAmount: eg(z.number(), 125_000).meta({ description: 'What it funded before, in dollars' }),
    fundedCount: eg(z.number().int(), 3),
  }),
)
export type FunderFit = z.infer<typeof fitOutput>['data'][number]

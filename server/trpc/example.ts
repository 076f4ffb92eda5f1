import { z } from 'zod'

export const withExample = <T extends z.ZodType>(schema: T, example: z.output<T>): T =>
  schema.meta({ example })

export const eg = withExample
export const egText = (example: string) => eg(z.string(), example)

/** A record whose example is made of its fields' examples. */
export function withExamples<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  const examples = Object.entries(shape).map(([name, field]) => [name, exampleOf(field)] as const)
  const isWhole = examples.every(([, example]) => example !== undefined)
  return z.object(shape).meta(isWhole ? { example: Object.fromEntries(examples) } : {})
}

/** @param name of the component in the OpenAPI document */
export const entity = <Shape extends z.ZodRawShape>(name: string, shape: Shape): z.ZodObject<Shape> =>
  withExamples(shape).meta({ id: name })

function exampleOf(schema: z.core.$ZodType): unknown {
  const example = z.globalRegistry.get(schema)?.example
  if (example !== undefined) return example
  if (schema instanceof z.ZodNullable) return exampleOf(schema.unwrap())
  const inner = schema instanceof z.ZodArray ? exampleOf(schema.element) : undefined
  return inner === undefined ? undefined : [inner]
}

/** Values that the examples share, so that they read as one story. */
export const EXAMPLE = {
  time: '2026-11-21T15:04:09.000Z',
  timeZone: 'America/New_York',
  externalId: 'crm-4711',
  metadata: { campaign: 'spring', agent: 'Kim' },
  company: { id: '0192f0c1-2a3b-7c4d-8e5f-0123456789ab', nameIn: 'Acme (east)', nameOut: 'Acme Funding' },
  user: { id: '0192f0c1-3b4c-7d5e-9f60-123456789abc', name: 'Ann Broker', email: 'ann@acme.example' },
  role: { id: '0192f0c1-4c5d-7e6f-8a71-23456789abcd', name: 'Underwriter', userType: 'user' as const },
  team: { id: '0192f0c1-5d6e-7f70-9b82-3456789abcde', name: 'East coast' },
  link: { id: '0192f0c1-6e7f-7081-8c93-456789abcdef', slug: 'acme-east' },
  submission: { id: '0192f0c1-7f80-7192-9da4-56789abcdef0' },
  document: { id: '0192f0c1-8091-72a3-8eb5-6789abcdef01' },
  funder: { id: '0192f0c1-b3c4-75d5-90e7-9abcdef01234', name: 'Bay Capital' },
  offer: { id: '0192f0c1-d5e6-77f7-82a9-bcdef0123456' },
  package: { id: '0192f0c1-c4d5-76e6-81f8-abcdef012345' },
  event: { id: '1c5b6f0e-91a2-43b3-9ec5-789abcdef012' },
  webhook: { id: '0192f0c1-a2b3-74c4-8fd6-89abcdef0123' },
  delivery: { id: '2d6c7a1f-a3b4-45d5-80e7-9abcdef01234' },
} as const

import { z } from 'zod'
import { canPerform, type Action } from '#domain/actions'
import { redactNumbers } from '#domain/catalogue/shared-answers'
import { LIMITS } from '#domain/limits'
import { hasPermission, type Permission, type PermissionHolder } from '#domain/permissions'
import type { AppRouter } from '../app-router.ts'
import { id } from '../trpc/inputs.ts'

/** The router as the caller calls it, so that guards, row-level security and audit are those of REST. */
export type Api = ReturnType<AppRouter['createCaller']>

type Kind = {
  needs: Action | readonly Permission[]
  /** `destructiveHint`: may replace or end something; `openWorldHint`: may mail people outside the company */
  hints: Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
}
const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const ADD = { ...READ, readOnlyHint: false, idempotentHint: false }
export const READS: Kind = { needs: 'submission.list', hints: READ }
export const COUNTS: Kind = { needs: ['page:main'], hints: READ }
/** Reads what only those who change submissions need. */
export const CHOICES: Kind = { needs: 'submission.update', hints: READ }
export const ADDS: Kind = { needs: 'submission.update', hints: ADD }
export const MAILS: Kind = { ...ADDS, hints: { ...ADD, openWorldHint: true } }
export const MARKS: Kind = { ...ADDS, hints: { ...ADD, idempotentHint: true } }
/** Once the first call is done, the same one again is an error and changes nothing. */
export const CHANGES: Kind = { ...ADDS, hints: { ...MARKS.hints, destructiveHint: true } }
export const DECIDES: Kind = { ...CHANGES, hints: { ...CHANGES.hints, openWorldHint: true } }

export const isOpenTo = ({ needs }: Pick<Kind, 'needs'>, holder: PermissionHolder): boolean =>
  typeof needs === 'string' ? canPerform(holder, needs) : needs.some((each) => hasPermission(holder, each))

/** @param output the fields that leave; all others are dropped */
export const tool = <In extends z.ZodObject, Out extends z.ZodObject>(
  { needs, hints }: Kind,
  [title, description]: readonly [title: string, description: string],
  [input, output]: readonly [In, Out],
  call: (api: Api, args: z.output<In>, holder: PermissionHolder) => Promise<z.input<Out>>,
) => ({
  needs,
  fields: Object.keys(input.shape),
  listed: {
    title,
    description,
    annotations: { title, ...hints },
    inputSchema: { ...z.toJSONSchema(input, { io: 'input', target: 'draft-7' }), type: 'object' as const },
    outputSchema: { ...z.toJSONSchema(output, { target: 'draft-7' }), type: 'object' as const },
  },
  run: async (api: Api, args: unknown, holder: PermissionHolder): Promise<Record<string, unknown>> =>
    output.parse(await call(api, input.parse(args), holder)),
})

/** A text that people typed. */
export const typed = z.string().overwrite(redactNumbers)

export const submissionId = id.meta({
  description: "A submission's id, a UUID, as find_submissions returns it",
})
export const ofSubmission = z.strictObject({ id: submissionId })

const many = z.number().int().min(1).max(100).default(20).meta({ description: 'How many at most' })
const first = z
  .number()
  .int()
  .min(0)
  .max(LIMITS.cursorTotal)
  .default(0)
  .meta({ description: 'How many to leave out: 20 for the second page of 20' })
export const page = { limit: many, offset: first }
export const toRange = ({ limit, offset }: { limit: number; offset: number }): string =>
  JSON.stringify([offset, offset + limit - 1])

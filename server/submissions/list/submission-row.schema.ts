import { z } from 'zod'
import { PDF_FAILURES } from '#domain/pdf-failure'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { EXAMPLE } from '../../trpc/example.ts'

const named = z.object({ id: z.string(), name: z.string() })
const amount = z.number().nullable().meta({ description: 'US dollars; null if the answer is no amount' })

const desk = {
  status: z.enum(SUBMISSION_STATUSES),
  statusKey: z.string().meta({ description: "The company's own status, which belongs to `status`" }),
  statusName: z.string(),
  statusAt: z.string(),
  reason: z.string().nullable().meta({ description: 'Why declined or withdrawn: a key of the company' }),
  owner: named.nullable(),
  team: named.nullable(),
  amountRequested: amount,
  monthlySales: amount,
  documentCount: z.number().int(),
  statementMonths: z.array(z.string()),
  undatedStatements: z.number().int().meta({ description: 'Bank statements whose month is not known' }),
  link: z.object({ id: z.string(), slug: z.string() }),
  updatedAt: z.string(),
}

export const submissionRow = z.object({
  id: z.string(),
  ...desk,
  company: z.object({ id: z.string(), nameOut: z.string() }),
  user: z.object({ name: z.string() }),
  /** JSON. In lists only legalName, dbaName, state, advanceAmount and sales. */
  formData: z.string(),
  timeZone: z.string(),
  createdAt: z.string(),
  pdfPath: z.string().nullable(),
  pdfState: z.enum(['pending', 'ready', 'failed']),
  pdfFailure: z.enum(PDF_FAILURES).nullable(),
  onHold: z.boolean(),
  awaitsSignature: z.boolean(),
})
export type SubmissionRow = z.infer<typeof submissionRow>

export const rowExample: SubmissionRow = {
  id: EXAMPLE.submission.id,
  status: 'in_review',
  statusKey: 'in_review',
  statusName: 'In review',
  statusAt: EXAMPLE.time,
  reason: null,
  owner: { id: EXAMPLE.user.id, name: EXAMPLE.user.name },
  team: null,
  amountRequested: 60_000,
  monthlySales: 85_000,
  documentCount: 2,
  statementMonths: ['2026-09', '2026-10'],
  undatedStatements: 0,
  link: EXAMPLE.link,
  updatedAt: EXAMPLE.time,
  company: { id: EXAMPLE.company.id, nameOut: EXAMPLE.company.nameOut },
  user: { name: EXAMPLE.user.name },
  formData: JSON.stringify({
    legalName: 'Golden Crust LLC',
    dbaName: 'Golden Crust',
    state: 'NY',
    advanceAmount: '60000',
    sales: '85,000',
  }),
  timeZone: EXAMPLE.timeZone,
  createdAt: EXAMPLE.time,
  pdfPath: `/pdf/${EXAMPLE.submission.id}`,
  pdfState: 'ready',
  pdfFailure: null,
  onHold: false,
  awaitsSignature: false,
}

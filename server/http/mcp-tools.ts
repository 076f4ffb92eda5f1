import { z } from 'zod'
import { canPerform, type Action } from '#domain/actions'
import { formattedView } from '#domain/catalogue/formatted-view'
import { redactNumbers, sharedAnswers } from '#domain/catalogue/shared-answers'
import { parseJson, textEntries } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { hasPermission, type PermissionHolder } from '#domain/permissions'
import { statementSummary } from '#domain/statement-summary'
import type { AppRouter } from '../app-router.ts'
import { dashboardOutput } from '../dashboard/dashboard.schema.ts'
import { choicesOutput, statusInput } from '../desk/desk.schema.ts'
import { noteInput } from '../desk/desk.schema.ts'
import { askInput, askOutput } from '../requests/request.schema.ts'
import { offersOutput } from '../offers/offer.schema.ts'
import { cashFlowParts, statementsInput } from '../statements/statement.schema.ts'
import { SUBMISSION_FILTERS, submissionRow, type SubmissionRow } from '../submissions/list/rows.ts'
import { getInput } from '../submissions/submission.schema.ts'
import { idInput, text } from '../trpc/inputs.ts'

/** The router as the caller calls it, so that guards, row-level security and audit are those of REST. */
type Api = ReturnType<AppRouter['createCaller']>

const may = (action: Action) => (holder: PermissionHolder) => canPerform(holder, action)
const READS = { isOpenTo: may('submission.list'), hints: { readOnlyHint: true } }
const COUNTS = { ...READS, isOpenTo: (holder: PermissionHolder) => hasPermission(holder, 'page:main') }
const ADDS = { isOpenTo: may('submission.update'), hints: { readOnlyHint: false, destructiveHint: false } }
const CHANGES = { ...ADDS, hints: { readOnlyHint: false, destructiveHint: true } }

/** @param output the fields that leave; all others are dropped */
const tool = <In extends z.ZodObject, Out extends z.ZodObject>(
  { isOpenTo, hints: annotations }: typeof READS | typeof ADDS,
  description: string,
  [input, output]: [In, Out],
  call: (api: Api, args: z.output<In>, holder: PermissionHolder) => Promise<z.input<Out>>,
) => ({
  isOpenTo,
  listed: {
    description,
    annotations,
    inputSchema: { ...z.toJSONSchema(input, { io: 'input', target: 'draft-7' }), type: 'object' as const },
    outputSchema: { ...z.toJSONSchema(output, { target: 'draft-7' }), type: 'object' as const },
  },
  run: async (api: Api, args: unknown, holder: PermissionHolder): Promise<Record<string, unknown>> =>
    output.parse(await call(api, input.parse(args), holder)),
})

const typed = z.string().overwrite(redactNumbers)
const told = submissionRow.extend({
  statements: z.string().meta({ description: 'Which months are missing' }),
})
const row = told.pick({
  id: true,
  status: true,
  statusKey: true,
  statusName: true,
  statusAt: true,
  reason: true,
  owner: true,
  team: true,
  updatedAt: true,
  company: true,
  createdAt: true,
  onHold: true,
  awaitsSignature: true,
  amountRequested: true,
  monthlySales: true,
  trueRevenue: true,
  averageDailyBalance: true,
  nsfCount: true,
  positionCount: true,
  documentCount: true,
  statementMonths: true,
  undatedStatements: true,
  statements: true,
})
const standing = row.pick({ id: true, status: true, statusKey: true, statusName: true, updatedAt: true })
const tell = (each: SubmissionRow) => ({ statements: statementSummary(each) })
const found = row.extend({ legalName: typed, dbaName: typed, state: typed })
const answers = z.array(z.object({ field: z.string().nullable(), label: typed, value: z.string() }))
const note = z.object({ id: z.string(), text: typed, author: z.string(), createdAt: z.string() })
const whole = row.extend({
  answers,
  additions: z.array(z.object({ kind: z.string(), createdAt: z.string(), entries: answers })),
  notes: z.array(note),
  moves: choicesOutput.shape.data.shape.moves,
})
const { shape: figures } = dashboardOutput.shape.data
const { timeZone, today, total, statuses, weeks, funnel } = figures
const waiting = z.array(figures.waiting.element.extend({ merchant: typed }))

const { metrics, position, flag, account, months } = cashFlowParts
const funding = position.extend({ descriptorPrefix: typed, funder: typed })
const held = account.pick({ from: true, to: true, metrics: true }).extend({
  bank: typed.nullable(),
  positions: z.array(funding),
})
const cashFlow = z.object({
  months,
  total: z.object({ metrics: metrics.nullable(), positions: z.array(funding) }),
  files: z.array(
    z.object({
      state: z.string(),
      flags: z.array(flag.pick({ kind: true, page: true })),
      accounts: z.array(held),
    }),
  ),
})

const offer = offersOutput.shape.data.element
  .omit({ conditions: true, enteredBy: true })
  .extend({ conditions: typed, enteredBy: typed })

const { status, ownerId, createdFrom, createdTo } = SUBMISSION_FILTERS
const words = text(LIMITS.searchLength).meta({
  description: 'Part of a name: legal, DBA, company, submitter',
})
const question = z.strictObject({
  text: words.optional(),
  status,
  createdFrom,
  createdTo,
  ownerId: ownerId.meta({ description: "A user's id, me or none" }),
  limit: z.number().int().min(1).max(100).default(20),
})

export const TOOLS = new Map(
  Object.entries({
    find_submissions: tool(
      READS,
      'Submissions, newest first, with status, owner and amounts. `total` tells how many match.',
      [question, z.object({ total: z.number(), submissions: z.array(found) })],
      async (api, { text: q, limit, ...rest }) => {
        const range = JSON.stringify([0, limit - 1])
        const { data, total } = await api.form.submissions({ range, filter: JSON.stringify({ q, ...rest }) })
        return { total, submissions: data.map((each) => ({ ...each, ...toNames(each), ...tell(each) })) }
      },
    ),
    read_submission: tool(
      READS,
      'One submission: answers, later additions, the newest 20 notes, and the statuses the key can move it to. ' +
        'SSNs, tax IDs, birth dates, signatures and files are left out, long numbers in texts redacted.',
      [getInput, whole],
      async (api, { id }, holder) => {
        const { data } = await api.form.viewSubmission({ id })
        const { data: notes } = await api.form.notes({ id, range: '[0,19]' })
        return {
          ...data,
          ...tell(data),
          answers: sharedAnswers(toAnswers(data)),
          additions: data.additions.map((each) => ({ ...each, entries: sharedAnswers(each.entries) })),
          notes: notes.map((each) => ({ ...each, author: each.author.name })),
          moves: CHANGES.isOpenTo(holder) ? (await api.form.deskChoices({ id })).data.moves : [],
        }
      },
    ),
    read_cash_flow: tool(
      READS,
      'What the bank statements of a submission say: figures by month and in all, in cents, and the positions of ' +
        'funders. Without rows and account numbers. `flags` are reasons to look at a page, never a verdict.',
      [statementsInput, cashFlow],
      async (api, { id }) => (await api.form.statements({ id })).data,
    ),
    compare_offers: tool(
      READS,
      'The offers of funders on a submission: amount, payback, payments, cost, APR and the share of true revenue that all ' +
        'payments together would take. `wantedAt`: the applicant wants it; `chosenAt`: staff chose it.',
      [idInput, z.object({ offers: z.array(offer) })],
      async (api, { id }) => ({ offers: (await api.form.offers({ id })).data }),
    ),
    pipeline_summary: tool(
      COUNTS,
      'Counts and amounts by status, by week and of the funnel, and the submissions longest in their status.',
      [z.strictObject({}), z.object({ timeZone, today, total, statuses, weeks, funnel, waiting })],
      async (api) => (await api.dashboard.get({})).data,
    ),
    request_documents: tool(
      ADDS,
      'Asks the applicant for missing items, one request at a time. If `mailed` is false, the application has no ' +
        'e-mail address, and staff pass on a link from the panel.',
      [askInput, askOutput.shape.data.pick({ id: true, expiresAt: true }).extend({ mailed: z.boolean() })],
      async (api, args) => {
        const { data } = await api.form.ask(args)
        return { ...data, mailed: data.link === null }
      },
    ),
    add_note: tool(
      ADDS,
      'Adds a note for staff, which stays. Colleagues whom it names, as in @Ann Broker, get a mail.',
      [noteInput, note.pick({ id: true, createdAt: true })],
      async (api, args) => (await api.form.addNote(args)).data,
    ),
    change_status: tool(
      CHANGES,
      'Moves a submission to one of the `moves` that read_submission tells; `updatedAt` is as last read.',
      [statusInput, standing],
      async (api, args) => (await api.form.setStatus(args)).data,
    ),
  }),
)

const toAnswers = ({ formData }: { formData: string }) =>
  formattedView(textEntries(parseJson(formData)), 'masked')
    .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))
    .map((each) => ({ ...each, field: each.name }))

function toNames({ formData }: { formData: string }) {
  const { legalName = '', dbaName = '', state = '' } = textEntries(parseJson(formData))
  return { legalName, dbaName, state }
}

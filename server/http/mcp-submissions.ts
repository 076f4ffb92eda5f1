import { z } from 'zod'
import { canPerform } from '#domain/actions'
import { formattedView } from '#domain/catalogue/formatted-view'
import { sharedAnswers } from '#domain/catalogue/shared-answers'
import { parseJson, textEntries } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { statementSummary } from '#domain/statement-summary'
import { dashboardOutput } from '../dashboard/dashboard.schema.ts'
import { choicesOutput, STANDING } from '../desk/desk.schema.ts'
import { offersOutput } from '../offers/offer.schema.ts'
import { cashFlowParts } from '../statements/statement.schema.ts'
import {
  SORT_FIELDS,
  SUBMISSION_FILTERS,
  submissionRow,
  type SubmissionRow,
} from '../submissions/list/rows.ts'
import { text } from '../trpc/inputs.ts'
import { COUNTS, ofSubmission, page, READS, tool, toRange, typed } from './mcp-tool.ts'

const told = submissionRow.extend({
  statements: z.string().meta({ description: 'Which months are missing' }),
})
const row = told.pick({
  ...STANDING,
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

const question = z.strictObject({
  text: text(LIMITS.searchLength)
    .meta({ description: 'Part of a name: legal, DBA, company, submitter' })
    .optional(),
  ...SUBMISSION_FILTERS,
  sort: z
    .enum(['id', ...SORT_FIELDS])
    .default('createdAt')
    .meta({ description: 'What to sort by' }),
  order: z.enum(['ASC', 'DESC']).default('DESC').meta({ description: 'ASC: the smallest or oldest first' }),
  ...page,
  after: text(LIMITS.queryLength)
    .meta({ description: 'The `next` of the page before, with all else as it was; instead of offset' })
    .optional(),
})
export const SUBMISSION_TOOLS = {
  find_submissions: tool(
    READS,
    [
      'Find submissions',
      'Submissions, newest first, with status, owner and amounts. `total` tells how many match; `next` is the page after.',
    ],
    [
      question,
      z.object({ total: z.number().int(), next: z.string().optional(), submissions: z.array(found) }),
    ],
    async (api, { text: q, limit, offset, sort, order, after, ...filter }) => {
      const { data, total, next } = await api.form.submissions({
        range: toRange({ limit, offset }),
        sort: JSON.stringify([sort, order]),
        filter: JSON.stringify({ q, ...filter }),
        after,
      })
      return { total, next, submissions: data.map((each) => ({ ...each, ...toNames(each), ...tell(each) })) }
    },
  ),
  read_submission: tool(
    READS,
    [
      'Read a submission',
      'One submission: answers, later additions, the newest 20 notes, and the statuses the key can move it to, with the ' +
        'reasons each takes. SSNs, tax IDs, birth dates, signatures and files are left out, long numbers in texts redacted.',
    ],
    [ofSubmission, whole],
    async (api, { id }, holder) => {
      const { data } = await api.form.viewSubmission({ id })
      const { data: notes } = await api.form.notes({ id, range: '[0,19]' })
      return {
        ...data,
        ...tell(data),
        answers: sharedAnswers(toAnswers(data)),
        additions: data.additions.map((each) => ({ ...each, entries: sharedAnswers(each.entries) })),
        notes: notes.map((each) => ({ ...each, author: each.author.name })),
        moves: canPerform(holder, 'submission.update') ? (await api.form.deskChoices({ id })).data.moves : [],
      }
    },
  ),
  read_cash_flow: tool(
    READS,
    [
      'Read the cash flow',
      'What the bank statements of a submission say: figures by month and in all, in cents, and the positions of ' +
        'funders. Without rows and account numbers. `flags` are reasons to look at a page, never a verdict.',
    ],
    [ofSubmission, cashFlow],
    async (api, { id }) => (await api.form.statements({ id })).data,
  ),
  compare_offers: tool(
    READS,
    [
      'Compare offers',
      'The offers of funders on a submission: amount, payback, payments, cost, APR and the share of true revenue that all ' +
        'payments together would take. `wantedAt`: the applicant wants it; `chosenAt`: staff chose it.',
    ],
    [ofSubmission, z.object({ offers: z.array(offer) })],
    async (api, { id }) => ({ offers: (await api.form.offers({ id })).data }),
  ),
  pipeline_summary: tool(
    COUNTS,
    [
      'Sum up the pipeline',
      'Counts and amounts by status, by week and of the funnel, and the submissions longest in their status.',
    ],
    [z.strictObject({}), z.object({ timeZone, today, total, statuses, weeks, funnel, waiting })],
    async (api) => (await api.dashboard.get({})).data,
  ),
}

const toAnswers = ({ formData }: { formData: string }) =>
  formattedView(textEntries(parseJson(formData)), 'masked')
    .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))
    .map((each) => ({ ...each, field: each.name }))

function toNames({ formData }: { formData: string }) {
  const { legalName = '', dbaName = '', state = '' } = textEntries(parseJson(formData))
  return { legalName, dbaName, state }
}

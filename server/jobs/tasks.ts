import type { Task, TaskList } from 'graphile-worker'
import pTimeout from 'p-timeout'
import { getOwn } from '#domain/get-own'
import { observe } from '../observe.ts'
import { QUEUED, type TaskName, type TaskPayloads } from '../platform/queue/add-job.ts'
import { openCertificates } from '../evidence/certificates.ts'
import type { Services } from '../services.ts'
import { applicationPdf } from './application-pdf.job.ts'
import { failBulk, runBulk } from './bulk.job.ts'
import { sendDailyMail } from './daily-mail.job.ts'
import { decisionMail } from './decision-mail.job.ts'
import { JobError, failPdf } from './pdf-failure.ts'
import { mailOfLostMaker, mention } from './mention.job.ts'
import { mailOf, notifyFailed } from './notify.job.ts'
import { packageCode, packageMail, packageMailFailed } from './package-mail.job.ts'
import { invitation, passwordReset } from './password-reset.job.ts'
import { receiptMail, receiptMailFailed } from './receipt-mail.job.ts'
import { requestMail } from './request-mail.job.ts'
import { inviteSecondSigner } from './second-signer.job.ts'
import { retention } from './retention.job.ts'
import { registerSubmission } from '../registrations/register.service.ts'
import { failStatements, readStatements, recognizeStatements } from '../statements/read-statements.ts'
import { submissionAccepted } from './submission-accepted.job.ts'
import { sweep } from './sweep.job.ts'
import { sendTaskMail } from './task-mail.job.ts'
import { deliverWebhook, mailOfStoppedWebhook } from './webhook.job.ts'

type Work<Name extends TaskName, Needs = Services> = (
  services: Needs,
  payload: TaskPayloads[Name],
) => Promise<void>
/** A mail server may take long to answer, so only tasks declared as `mail` can send. */
type TaskOf<Name extends TaskName> = (
  { work: Work<Name, Omit<Services, 'mailer'>> } | { mail: Work<Name> }
) & {
  failed?: Work<Name>
  /** takes longer than others about one thing */
  isSlow?: true
}

const logFailure =
  (name: 'submissionId' | 'userId' | 'webhookId', task: string) =>
  async ({ log }: Services, { id }: { id: string }): Promise<void> =>
    log.error({ [name]: id }, `could not ${task}`)

async function daily(services: Omit<Services, 'mailer'>): Promise<void> {
  await retention(services)
  await openCertificates(services)
}

const TASKS: { [Name in TaskName]: TaskOf<Name> } = {
  'submission-arrived': { work: submissionAccepted },
  'application-pdf': {
    work: applicationPdf,
    failed: (services, { id }) => failPdf(services, id, 'retries_exhausted'),
  },
  'seal-pdf': {
    work: applicationPdf,
    failed: (services, { id }) => failPdf(services, id, 'retries_exhausted'),
  },
  notify: { mail: mailOf('newApplication'), failed: notifyFailed },
  'notify-of-documents': { mail: mailOf('newDocuments'), failed: notifyFailed },
  'notify-of-signature': { mail: mailOf('newSignature'), failed: notifyFailed },
  mention: { mail: mention, failed: notifyFailed },
  'notify-of-answers': { mail: mailOf('newAnswers'), failed: notifyFailed },
  'request-mail': {
    mail: requestMail,
    failed: logFailure('submissionId', 'mail a request for missing items'),
  },
  'package-mail': { mail: packageMail, failed: packageMailFailed },
  'package-code': { mail: packageCode, failed: logFailure('submissionId', 'mail a code to a funder') },
  'receipt-mail': { mail: receiptMail, failed: receiptMailFailed },
  'decision-mail': {
    mail: decisionMail,
    failed: logFailure('submissionId', 'mail that this application was decided'),
  },
  'password-reset': { mail: passwordReset, failed: logFailure('userId', 'send a password reset link') },
  invitation: { mail: invitation, failed: logFailure('userId', 'mail an invited user') },
  'daily-mail': { mail: sendDailyMail, failed: logFailure('userId', 'send a daily mail') },
  'task-mail': { mail: sendTaskMail, failed: logFailure('userId', 'send a mail of due tasks') },
  'second-signer': {
    mail: inviteSecondSigner,
    failed: logFailure('submissionId', 'mail the second signer of this submission'),
  },
  'register-submission': { work: registerSubmission },
  'read-statements': { work: readStatements, failed: failStatements, isSlow: true },
  'recognize-statements': { work: recognizeStatements, failed: failStatements, isSlow: true },
  'recognize-more': { work: recognizeStatements, failed: failStatements, isSlow: true },
  'deliver-webhook': { work: deliverWebhook },
  'webhook-stopped': {
    mail: mailOfStoppedWebhook,
    failed: logFailure('webhookId', 'mail that this webhook is switched off'),
  },
  'maker-lost': { mail: mailOfLostMaker },
  bulk: { work: runBulk, failed: failBulk, isSlow: true },
  retention: { work: daily },
  sweep: { work: sweep },
}

export const sendsMail = (task: string): boolean => 'mail' in (getOwn(TASKS, task) ?? {})

/** A job that hangs would hold its place for ever. Jobs about one thing are short, others go through all rows. */
const LIMITS_MS = { short: 2 * 60_000, long: 4 * 3_600_000 }

export const taskList = (services: Services, limits = LIMITS_MS): TaskList => {
  const toTask = <Name extends TaskName>(name: Name): Task => {
    const task: TaskOf<Name> = TASKS[name]
    const work = 'mail' in task ? task.mail : task.work
    const { failed, isSlow } = task
    return async (sent, { job: { attempts, max_attempts } }) => {
      const payload = QUEUED[name].payload.parse(sent)
      try {
        const milliseconds = 'id' in payload && !isSlow ? limits.short : limits.long
        await observe({ kind: 'job', name, parent: sent }, () =>
          pTimeout(work(services, payload), { milliseconds }),
        )
      } catch (error) {
        if (attempts >= max_attempts) await failed?.(services, payload)
        throw new JobError('id' in payload ? `${name} of ${payload.id}` : name, error)
      }
    }
  }
  const names = Object.keys(TASKS) as TaskName[]
  return Object.fromEntries(names.map((name) => [name, toTask(name)]))
}

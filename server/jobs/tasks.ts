import type { Task, TaskList } from 'graphile-worker'
import { PAYLOADS, upgradeKey, type TaskName, type TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'
import { applicationPdf } from './application-pdf.job.ts'
import { sendDailyMail } from './daily-mail.job.ts'
import { JobError } from './job-error.ts'
import { mention } from './mention.job.ts'
import { notify, notifyFailed, notifyOfAnswers, notifyOfDocuments, notifyOfSignature } from './notify.job.ts'
import { failPdf } from './pdf-failure.ts'
import { passwordReset } from './password-reset.job.ts'
import { receiptMail, receiptMailFailed } from './receipt-mail.job.ts'
import { requestMail } from './request-mail.job.ts'
import { inviteSecondSigner } from './second-signer.job.ts'
import { retention } from './retention.job.ts'
import { registerSubmission } from '../modules/registration/register.service.ts'
import { submissionAccepted } from './submission-accepted.job.ts'
import { sweep } from './sweep.job.ts'
import { UPGRADE_NAMES, UPGRADE_STEPS } from '../upgrade/steps.ts'
import { upgrade } from './upgrade.job.ts'

type Work<Name extends TaskName> = (services: Services, payload: TaskPayloads[Name]) => Promise<void>

const TASKS: { [Name in TaskName]: { work: Work<Name>; failed?: Work<Name> } } = {
  'submission-accepted': { work: submissionAccepted },
  'submission-received': { work: submissionAccepted },
  'submission-received-before': {
    work: async (services, { id }) => {
      await UPGRADE_STEPS['hash-owners'].mend(services, [id])
      await submissionAccepted(services, { id })
    },
  },
  'submission-arrived': { work: submissionAccepted },
  'application-pdf': {
    work: applicationPdf,
    failed: (services, { id }) => failPdf(services, id, 'retries_exhausted'),
  },
  notify: { work: notify, failed: notifyFailed },
  'notify-of-documents': { work: notifyOfDocuments, failed: notifyFailed },
  'notify-of-signature': { work: notifyOfSignature, failed: notifyFailed },
  mention: { work: mention, failed: notifyFailed },
  'notify-of-answers': { work: notifyOfAnswers, failed: notifyFailed },
  'request-mail': {
    work: requestMail,
    failed: async ({ log }, { id }) =>
      log.error({ submissionId: id }, 'could not mail a request for missing items'),
  },
  'receipt-mail': { work: receiptMail, failed: receiptMailFailed },
  'password-reset': {
    work: passwordReset,
    failed: async ({ log }, { id }) => log.error({ userId: id }, 'could not send a password reset link'),
  },
  'daily-mail': {
    work: sendDailyMail,
    failed: async ({ log }, { id }) => log.error({ userId: id }, 'could not send a daily mail'),
  },
  'second-signer': {
    work: inviteSecondSigner,
    failed: async ({ log }, { id }) =>
      log.error({ submissionId: id }, 'could not mail the second signer of this submission'),
  },
  'register-submission': { work: registerSubmission },
  retention: { work: retention },
  sweep: { work: sweep },
  upgrade: { work: upgrade },
}

export const taskList = (services: Services): TaskList => {
  const toTask = <Name extends TaskName>(name: Name): Task => {
    const { work, failed } = TASKS[name]
    return async (sent, { job: { attempts, max_attempts } }) => {
      const payload = PAYLOADS[name].parse(sent)
      try {
        await work(services, payload)
      } catch (error) {
        if (attempts >= max_attempts) await failed?.(services, payload)
        throw new JobError('id' in payload ? `${name} of ${payload.id}` : name, error)
      }
    }
  }
  const names = Object.keys(TASKS) as TaskName[]
  const steps = UPGRADE_NAMES.map((step): [string, Task] => [upgradeKey(step), toTask('upgrade')])
  return Object.fromEntries([...names.map((name): [string, Task] => [name, toTask(name)]), ...steps])
}

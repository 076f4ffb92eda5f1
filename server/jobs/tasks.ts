import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { applicationPdf } from './application-pdf.job.ts'
import { JobError } from './job-error.ts'
import { notify, notifyFailed } from './notify.job.ts'
import { failPdf } from './pdf-failure.ts'
import { passwordReset } from './password-reset.job.ts'
import type { TaskName } from './queue.ts'
import { retention } from './retention.job.ts'
import { submissionAccepted } from './submission-accepted.job.ts'
import { sweep } from './sweep.job.ts'
import { upgrade, upgradeProgress } from './upgrade.job.ts'

const aboutSubmission = z.object({ id: z.string() })
const aboutReset = z.object({ id: z.string(), ip: z.string() })
const aboutMail = z.object({ id: z.string(), to: z.string() })

/** What the worker runs for each name. A failure is thrown on without an applicant's data, and then tried again. */
export function taskList(services: Services): TaskList {
  const tasks: Record<TaskName, Task> = {
    'submission-accepted': job(aboutSubmission, (payload) => submissionAccepted(services, payload)),
    'application-pdf': job(
      aboutSubmission,
      (payload) => applicationPdf(services, payload),
      ({ id }) => failPdf(services, id, 'retries_exhausted'),
    ),
    notify: job(
      aboutMail,
      (payload) => notify(services, payload),
      (payload) => notifyFailed(services, payload),
    ),
    'password-reset': job(
      aboutReset,
      (payload) => passwordReset(services, payload),
      async ({ id }) => {
        services.log.error({ userId: id }, 'a link to a new password could not be mailed')
      },
    ),
    retention: job(z.object({}), () => retention(services)),
    sweep: job(z.object({}), () => sweep(services)),
    upgrade: job(upgradeProgress, (payload) => upgrade(services, payload)),
  }
  return tasks
}

/** @param failed called once, after the last try */
function job<Payload extends Record<string, unknown>>(
  schema: z.ZodType<Payload>,
  work: (payload: Payload) => Promise<void>,
  failed: (payload: Payload) => Promise<void> = async () => {},
): Task {
  return async (sent: unknown, { job: { task_identifier: task, attempts, max_attempts } }: JobHelpers) => {
    const payload = schema.parse(sent)
    try {
      await work(payload)
    } catch (error) {
      if (attempts >= max_attempts) await failed(payload)
      throw new JobError('id' in payload ? `${task} of ${String(payload.id)}` : task, error)
    }
  }
}

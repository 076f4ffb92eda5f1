import { asSystem } from '../auth/actor.ts'
import { companyMail } from '../mail/mails.ts'
import { recordAudit } from '../modules/audit/audit.service.ts'
import { findOwners } from '../modules/desk/assignees.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

/** The mail holds a link and no part of the note. */
export async function mention(
  services: Pick<Services, 'db' | 'mailer' | 'publicUrl'>,
  { id, note, user }: TaskPayloads['mention'],
): Promise<void> {
  const { db, mailer, publicUrl } = services
  const found = await asSystem(db, 'job', async (client) => {
    const select = { companyId: true, company: { select: { nameOut: true } } }
    const submission = await client.formSubmission.findUnique({ where: { id }, select })
    if (submission === null) return null
    const [reader] = await findOwners(client, { id: user, companyId: submission.companyId })
    if (!reader) return null
    return { ...submission, reader: await client.user.findUniqueOrThrow({ where: { id: user } }) }
  })
  if (!found) return
  const mail = companyMail('mention', found.company.nameOut, `${publicUrl}/admin/forms/${id}`)
  await mailer.send({ ...mail, to: [found.reader.email], key: `${note}:${user}` })
  await recordAudit(services, {
    ...{ companyId: found.companyId, actor: null, act: 'submission-mailed', ip: '' },
    ...{ objectType: 'submission', objectId: id, detail: { about: 'mention', to: found.reader.name } },
  })
}

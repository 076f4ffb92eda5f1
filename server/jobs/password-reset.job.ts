import { isAdminUser } from '#domain/authority'
import { asSystem } from '../auth/actor.ts'
import { newResetToken } from '../auth/password-reset.ts'
import { passwordResetMail } from '../mail/mails.ts'
import { recordAudit } from '../modules/audit/audit.service.ts'
import { parseSignIn } from '../modules/company/sign-in.schema.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

/** The link carries the token after the #, which browsers never send to a server. */
export async function passwordReset(
  services: Pick<Services, 'db' | 'keys' | 'mailer' | 'publicUrl'>,
  { id, ip }: TaskPayloads['password-reset'],
): Promise<void> {
  const { db, keys, mailer, publicUrl } = services
  const user = await asSystem(db, 'job', (client) =>
    client.user.findUnique({ where: { id }, include: { role: true, company: true } }),
  )
  if (!user?.active) return
  if (parseSignIn(user.company?.signIn)?.enforced === true && !isAdminUser(user)) return
  const token = await newResetToken({ db, keys }, user)
  const mail = passwordResetMail(user.company?.nameOut ?? null, `${publicUrl}/reset-password#${token}`)
  await mailer.send({ ...mail, to: [user.email], needsTls: true })
  await recordAudit(services, {
    companyId: user.companyId,
    actor: null,
    act: 'password-reset-mailed',
    objectType: 'user',
    objectId: id,
    ip,
  })
}

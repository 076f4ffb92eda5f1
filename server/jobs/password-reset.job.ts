import { asSystem } from '../auth/actor.ts'
import { newResetToken } from '../auth/password-reset.ts'
import { passwordResetMail } from '../mail/password-reset-mail.ts'
import { recordAudit } from '../modules/audit/audit.service.ts'
import type { Services } from '../services.ts'
import type { TaskPayloads } from './queue.ts'

/**
 * Mails a link to a new password to an active user. The token stands behind the #, which browsers send to no server and
 * tell no other page.
 */
export async function passwordReset(
  services: Pick<Services, 'db' | 'keys' | 'mailer' | 'publicUrl'>,
  { id, ip }: TaskPayloads['password-reset'],
): Promise<void> {
  const { db, keys, mailer, publicUrl } = services
  const user = await asSystem(db, 'job', (client) =>
    client.user.findUnique({ where: { id }, include: { company: { select: { nameOut: true } } } }),
  )
  if (!user?.active) return
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

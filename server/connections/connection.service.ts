import type Provider from 'oidc-provider'
import { canPerform } from '#domain/actions'
import { KEY_PERMISSIONS, keyPermissions } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { requireConfirmed, requirePerson } from '../auth/guards.ts'
import { resourceAt } from '../auth/oauth-records.ts'
import { hashToken } from '../auth/tokens.ts'
import { checkKeyCount } from '../entities/api-key/api-key.service.ts'
import { companyOfNew } from '../entities/role/role-rules.ts'
import { AppError, fieldError } from '../errors.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import type { Services } from '../services.ts'
import type { AllowInput } from './connection.schema.ts'

type By = AuditActor & { interaction: string | null }
type Interaction = InstanceType<Provider['Interaction']>
type Asked = { id: string }

const DAY_MS = 24 * 60 * 60 * 1000
const words = serverMessages.connection

export async function findConnection(services: Services, by: By, { id }: Asked) {
  const { client, redirect, resource, asked } = await openInteraction(services, by, id)
  await requireConsenter(services, by)
  const held = keyPermissions(by.actor)
  return {
    name: client.clientName ?? redirect.host,
    host: redirect.host,
    resource: resource === resourceAt(services.publicUrl, true) ? ('mcp' as const) : ('rest' as const),
    asksForAll: asked.length === KEY_PERMISSIONS.length,
    permissions: asked.filter((permission) => held.some((each) => each === permission)),
  }
}

/** Makes the key in the list and the grant whose tokens stand for it. */
export async function allowConnection(
  services: Services,
  by: By,
  { id, permissions, companyId: named }: AllowInput,
) {
  const { actor } = by
  const { provider, interaction, client, redirect, resource, asked } = await openInteraction(services, by, id)
  requireConfirmed(actor)
  await requireConsenter(services, by)
  const held: readonly string[] = keyPermissions(actor)
  if (!permissions.every((each) => held.includes(each) && asked.includes(each)))
    throw fieldError('permissions', serverMessages.apiKey.permissions)
  await claimInteraction(services, id)
  const grant = new provider.Grant({ accountId: actor.userId, clientId: client.clientId })
  grant.addResourceScope(resource, permissions.join(' '))
  const grantId = await grant.save()
  const expiresAt = new Date(Date.now() + LIMITS.connectionDays * DAY_MS)
  await services.db.as(actor).write(async (tx) => {
    const companyId = await companyOfNew(tx, actor, { companyId: named })
    await checkKeyCount(tx, actor.userId)
    const origins = [redirect.origin]
    const name = client.clientName ?? redirect.host
    const made = { name, companyId, permissions, expiresAt, start: '', redirectHost: redirect.host }
    const creator = { createdById: actor.userId, createdByName: actor.name }
    const key = await tx.apiKey.create({ data: { ...made, ...creator, origins, hash: hashToken(grantId) } })
    const detail = { ...made, expiresAt: expiresAt.toISOString() }
    const object = { companyId, objectType: 'api-key', objectId: key.id }
    await recordEvent(tx, { actor, ip: by.ip, ...object, act: 'api-key-created', detail })
  })
  await services.db.system('sign-in').write((tx) =>
    tx.oAuthRecord.updateMany({
      where: { id: hashToken(client.clientId), kind: 'Client' },
      data: { expiresAt },
    }),
  )
  return settle(interaction, { login: { accountId: actor.userId, remember: false }, consent: { grantId } })
}

export async function refuseConnection(services: Services, by: By, { id }: Asked) {
  const { interaction } = await openInteraction(services, by, id)
  return settle(interaction, { error: 'access_denied', error_description: 'The user refused' })
}

/** @throws AppError not_found in another browser than that which the app sent here */
async function openInteraction(services: Services, by: By, id: string) {
  requirePerson(by.actor)
  if (by.interaction !== id) throw new AppError('not_found', words.over)
  // Slow to load and rarely used.
  const { openProvider } = await import('./provider.ts')
  const provider = openProvider(services)
  const interaction = await provider.Interaction.find(id)
  if (!interaction || interaction.result) throw new AppError('not_found', words.over)
  const { client_id: clientId, redirect_uri: redirectUri, resource, scope } = interaction.params
  const client = await provider.Client.find(String(clientId))
  if (!client || typeof resource !== 'string') throw new AppError('not_found', words.over)
  const scopes = String(scope).split(' ')
  const asked = KEY_PERMISSIONS.filter((permission) => scopes.includes(permission))
  return { provider, interaction, client, redirect: new URL(String(redirectUri)), resource, asked }
}

/** @throws AppError not_found where another call at the same moment came first */
async function claimInteraction({ db }: Services, id: string): Promise<void> {
  const where = { id: hashToken(id), kind: 'Interaction', consumedAt: null }
  const data = { consumedAt: new Date() }
  const { count } = await db.system('sign-in').write((tx) => tx.oAuthRecord.updateMany({ where, data }))
  if (count === 0) throw new AppError('not_found', words.over)
}

/** Who may make API keys, or each user of a company that allows it. */
async function requireConsenter({ db }: Services, { actor }: By): Promise<void> {
  if (canPerform(actor, 'integration.manage')) return
  const company = await db.as(actor).read((tx) =>
    tx.company.findFirst({
      where: { id: actor.companyId ?? '', allowsConnections: true },
      select: { id: true },
    }),
  )
  if (!company) throw new AppError('forbidden', words.notAllowed)
}

/** Where the browser goes on by itself; the library reads the cookie of the authorization there once more. */
async function settle(interaction: Interaction, result: Interaction['result']): Promise<{ path: string }> {
  interaction.result = result
  await interaction.persist()
  return { path: new URL(interaction.returnTo).pathname }
}

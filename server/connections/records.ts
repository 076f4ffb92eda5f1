import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { z } from 'zod'
import { findGrantActor } from '../auth/api-keys.ts'
import { openRecord, sealRecord } from '../auth/oauth-records.ts'
import { hashToken } from '../auth/tokens.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'db'>
const payloadSchema = z.record(z.string(), z.unknown())

/** Ends a connection: its key in the list, and all tokens. */
const revokeGrant = ({ db }: Needs, grantHash: string): Promise<void> =>
  db.system('sign-in').write(async (tx) => {
    await tx.oAuthRecord.deleteMany({ where: { grantHash } })
    const [key] = await tx.apiKey.updateManyAndReturn({
      where: { hash: grantHash, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (!key) return
    const { id: objectId, companyId, name, start } = key
    const object = { companyId, objectType: 'api-key', objectId }
    await recordEvent(tx, {
      ...object,
      actor: SYSTEM,
      ip: '',
      act: 'api-key-revoked',
      detail: { name, start },
    })
  })

/** What the library keeps, by the hashes of its names. */
export const recordsOf =
  (services: Needs) =>
  (kind: string): Adapter => {
    const { write } = services.db.system('sign-in')
    // People sign in to the panel; the library's own sessions would outlive theirs.
    const isKept = kind !== 'Session'
    const toGrant = (name: string, { grantId }: AdapterPayload) =>
      kind === 'Grant' ? hashToken(name) : grantId === undefined ? null : hashToken(grantId)
    const none = () => Promise.resolve(undefined)
    return {
      async upsert(name, { jti: _jti, ...payload }, seconds = 0) {
        if (!isKept) return
        const id = hashToken(name)
        const grantHash = toGrant(name, payload)
        const expiresAt = new Date(Date.now() + seconds * 1000)
        const data = { kind, grantHash, expiresAt, payload: sealRecord(name, payload) }
        await write((tx) => tx.oAuthRecord.upsert({ where: { id }, create: { id, ...data }, update: data }))
      },
      async find(name) {
        const where = { id: hashToken(name), kind, expiresAt: { gt: new Date() } }
        const row = isKept ? await write((tx) => tx.oAuthRecord.findFirst({ where })) : null
        if (!row || (kind === 'Grant' && !(await findGrantActor(services, row.id)))) return undefined
        const payload = payloadSchema.parse(openRecord(name, row.payload))
        return { ...payload, jti: name, ...(row.consumedAt && { consumed: row.consumedAt.getTime() / 1000 }) }
      },
      async consume(name) {
        const where = { id: hashToken(name) }
        const data = { consumedAt: new Date() }
        const isFirst = await write(async (tx) => {
          return (
            (await tx.oAuthRecord.updateMany({ where: { ...where, consumedAt: null }, data })).count === 1
          )
        })
        if (isFirst) return
        const row = await write((tx) => tx.oAuthRecord.findUnique({ where }))
        if (row?.grantHash) await revokeGrant(services, row.grantHash)
        throw new errors.InvalidGrant('already used')
      },
      async destroy(name) {
        if (kind === 'Grant') return revokeGrant(services, hashToken(name))
        const { count } = await write((tx) =>
          tx.oAuthRecord.deleteMany({ where: { id: hashToken(name), kind } }),
        )
        // Of calls at the same moment, one gets a code for a consent.
        if (kind === 'Interaction' && count === 0) throw new errors.SessionNotFound('already answered')
      },
      // The grant is destroyed with them.
      revokeByGrantId: none,
      findByUid: none,
      findByUserCode: none,
    }
  }

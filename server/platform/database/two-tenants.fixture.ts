import { openDesks } from '../../test/support/desks.ts'
import type { Database } from './db.ts'

/** Which of the two: every id of theirs begins with it, so that a leak shows in any text. */
export type Tenant = 'mine' | 'other'

const bytes = () => new Uint8Array([1])
const later = () => new Date(Date.now() + 60_000)

/** A company with a row in every table that has anybody's rows: two documents, one of them an applicant's. */
export async function fillTenant(db: Database, tenant: Tenant): Promise<void> {
  const id = (name: string) => `${tenant}-${name}`
  const companyId = id('company')
  await db.system('test').write(async (client) => {
    await client.company.create({ data: { id: companyId, nameIn: id('in'), nameOut: id('out') } })
    await client.role.create({ data: { id: id('role'), name: id('role'), companyId } })
    const email = `${tenant}@example.com`
    const person = {
      name: id('name'),
      email,
      emailKey: email,
      passwordHash: '',
      roleId: id('role'),
      companyId,
    }
    await client.user.create({ data: { id: id('user'), ...person } })
    await client.company.update({ where: { id: companyId }, data: { leadId: id('user') } })
    await client.team.create({ data: { id: id('team'), name: id('team'), leaderId: id('user'), companyId } })
    await client.teamMember.create({ data: { teamId: id('team'), userId: id('user') } })
    const link = { slug: id('slug'), companyId, userId: id('user') }
    await client.generatedLink.create({ data: { id: id('link'), ...link } })
    const session = { linkId: id('link'), companyId, wrappedKey: bytes(), expiresAt: later() }
    await client.formSession.create({ data: { id: id('form'), ...session } })
    const sealed = { formData: bytes(), valuesDigest: bytes() }
    await client.formSubmission.create({
      data: { id: id('form'), companyId, linkId: id('link'), ...sealed },
    })
    await openDesks(client, { submittedById: id('user'), ownerHashes: [7n] })
    const applicantLink = { formSessionId: id('form'), companyId, expiresAt: later() }
    await client.applicantLink.create({
      data: { id: id('applicant-link'), purpose: 'status', ...applicantLink },
    })
    const addition = { submissionId: id('form'), companyId, data: bytes(), digest: bytes() }
    await client.submissionAddition.create({ data: { id: id('addition'), kind: 'signature', ...addition } })
    await client.sealCertificate.create({
      data: { fingerprint: id('fingerprint'), certificate: bytes(), seals: true },
    })
    await client.sealedFile.create({
      data: { digest: id('digest'), submissionId: id('form'), sealedAt: new Date() },
    })
    const request = { submissionId: id('form'), companyId, data: bytes(), expiresAt: later() }
    await client.submissionRequest.create({ data: { id: id('request'), ...request } })
    const ofSubmission = { submissionId: id('form'), companyId }
    await client.savedView.create({
      data: { id: id('view'), companyId, ownerId: id('user'), name: id('name'), query: {} },
    })
    const act = { action: 'assign', userId: null }
    await client.bulkJob.create({ data: { id: id('job'), companyId, userId: id('user'), act, total: 1 } })
    await client.bulkRow.create({ data: { jobId: id('job'), submissionId: id('form'), companyId } })
    const creator = { createdById: id('user'), createdByName: id('name') }
    const apiKey = { companyId, ...creator, start: id('start'), permissions: [] }
    await client.apiKey.create({ data: { id: id('api-key'), name: id('key'), hash: id('hash'), ...apiKey } })
    await client.submissionNote.create({
      data: { id: id('note'), authorId: id('user'), authorName: id('name'), text: bytes(), ...ofSubmission },
    })
    const due = { text: bytes(), dueAt: new Date(), ownerId: id('user'), ownerName: id('name') }
    await client.task.create({ data: { id: id('task'), ...due, ...ofSubmission } })
    const notice = { userId: id('user'), kind: 'mention', actorName: id('name') } as const
    await client.notice.create({ data: { id: id('notice'), ...notice, ...ofSubmission } })
    const presence = { userId: id('user'), name: id('name'), isProvider: false, seenAt: new Date() }
    await client.submissionPresence.create({ data: { ...presence, ...ofSubmission } })
    const webhook = { url: id('url'), events: [], secret: bytes(), companyId }
    await client.webhook.create({ data: { id: id('webhook'), ...webhook } })
    const event = { id: id('event'), type: 'submission.created', ...ofSubmission }
    await client.event.create({ data: event })
    const delivery = { webhookId: id('webhook'), eventId: id('event'), position: 1 }
    await client.webhookDelivery.create({ data: { id: id('delivery'), ...delivery, ...ofSubmission } })
    const file = { companyId, documentType: 'bankStatements', fileType: 'application/pdf', fileSize: 1 }
    await client.document.createMany({
      data: [
        { id: id('own-file'), originalFilename: id('a.pdf'), storedAs: id('a'), ...file },
        {
          id: id('form-file'),
          originalFilename: id('b.pdf'),
          storedAs: id('b'),
          formSessionId: id('form'),
          ...file,
        },
      ],
    })
    await client.statementReading.create({
      data: { documentId: id('form-file'), data: bytes(), ...ofSubmission },
    })
    await client.funder.create({ data: { id: id('funder'), companyId, name: id('name') } })
    const toFunder = { funderId: id('funder'), ...ofSubmission }
    const sent = { withApplication: true, withCashFlow: false, isMasked: true, sentBy: id('name') }
    await client.package.create({
      data: {
        id: id('package'),
        copyNumber: id('copy'),
        data: bytes(),
        expiresAt: later(),
        ...sent,
        ...toFunder,
      },
    })
    const copy = {
      documentId: id('form-file'),
      storedAs: id('copy'),
      fileType: 'application/pdf',
      fileSize: 1,
    }
    await client.packageCopy.create({ data: { packageId: id('package'), ...copy, ...ofSubmission } })
    const terms = {
      amount: 1,
      factor: 1.3,
      paymentCount: 1,
      frequency: 'daily',
      startsAt: '2026-01-02',
    } as const
    await client.offer.create({ data: { id: id('offer'), ...terms, ...toFunder } })
    await client.funding.create({
      data: { amount: 1, fundedAt: '2026-01-02', commission: 0, ...ofSubmission },
    })
    await client.payeeKind.create({ data: { companyId, payee: id('payee'), kind: 'other' } })
    await client.loginSession.create({
      data: { id: id('login'), userId: id('user'), expiresAt: later(), ip: id('ip') },
    })
    await client.auditEntry.create({ data: { companyId, act: 'signed-in', objectId: id('user') } })
    await client.userOtp.create({ data: { userId: id('user'), secret: bytes() } })
    const boundTo = { boundTo: bytes(), expiresAt: later() }
    await client.passwordReset.create({ data: { id: id('reset'), userId: id('user'), ...boundTo } })
    const locked = { digest: bytes(), lockedUntil: later(), expiresAt: later() }
    await client.idempotentCall.create({
      data: { id: id('call'), userId: id('user'), attempt: id('attempt'), made: id('form'), ...locked },
    })
    await client.oAuthRecord.create({
      data: { id: id('oauth'), kind: 'Grant', payload: bytes(), expiresAt: later() },
    })
    const device = { userId: id('user'), expiresAt: later() }
    await client.knownDevice.create({ data: { id: id('device'), ...device } })
    await client.signInAttempt.create({ data: { id: id('attempt'), companyId, expiresAt: later() } })
    await client.throttleBucket.create({ data: { key: id('bucket'), count: 1, expiresAt: later() } })
    await client.uploadUse.create({ data: { key: id('use'), slot: new Date(), bytes: 1 } })
    const state = tenant === 'mine' ? 'current' : 'next'
    await client.keyCheck.create({ data: { keyId: id('key'), sealed: bytes(), hashKeys: bytes(), state } })
    await client.retiredKey.create({ data: { keyId: id('retired') } })
    await client.auditKey.create({ data: { id: id('chain'), wrapped: bytes() } })
    // The table takes one row.
    if (tenant === 'other') await client.installation.create({ data: { id: id('installation') } })
    const number = tenant === 'mine' ? 1 : 2
    await client.auditSeal.create({
      data: { number, entryId: number, companyId, seq: 1, sealedAt: new Date(), mac: bytes() },
    })
    const receipt = { companyId, number: 1, at: new Date(), digest: bytes(), mac: bytes() }
    await client.registration.create({ data: { id: id('form'), ...receipt } })
  })
}

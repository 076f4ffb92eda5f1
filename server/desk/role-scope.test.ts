import { expect, it } from 'vitest'
import type { RoleScope } from '#domain/permissions'
import { ROLE_PRESETS } from '#domain/permissions'
import { placeEvents } from '../jobs/webhook.job.ts'
import { sendDailyMail } from '../jobs/daily-mail.job.ts'
import { sumChanges } from '../jobs/sum-changes.ts'
import { newSubmissionAddresses } from '../account/submission-mail.service.ts'
import { registerSubmission } from '../registrations/register.service.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeApiKey,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeUser,
  signIn,
} from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import { findReaders } from './assignees.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const { write: system } = services.db.system('test')
const company = await makeCompany(services)
const companyId = company.id
const boss = await makeCompanyAdmin(services, companyId)

/** With the rights of a company's administrator, so that the scope alone makes the difference. */
async function staff(name: string, scope: RoleScope, teams: string[] = []) {
  const { userType, permissions } = ROLE_PRESETS.companyAdmin
  const role = await system((db) =>
    db.role.create({ data: { name, userType, permissions: [...permissions], scope, companyId } }),
  )
  const user = await makeUser(services, { name, companyId, roleId: role.id })
  await system((db) =>
    db.teamMember.createMany({ data: teams.map((teamId) => ({ teamId, userId: user.id })) }),
  )
  return { ...user, token: await signIn(url, user.email) }
}
const team = async (name: string) => (await system((db) => db.team.create({ data: { name, companyId } }))).id
const [east, west] = [await team('East'), await team('West')]
const [ann, tom, tia, lone, chief] = [
  await staff('Ann Own', 'own', [east]),
  await staff('Tom Team', 'team', [east]),
  await staff('Tia Team', 'team', [east, west]),
  await staff('Lone Team', 'team'),
  await staff('Chief Company', 'company'),
]

const as = ({ id: userId }: { id: string }, scope: RoleScope = 'own') =>
  services.db.as({ isAdmin: false, userType: 'company', permissions: [], companyId, scope, userId })

let number = 0
async function apply(by: { link?: string; owner?: string; team?: string }) {
  const link = await makeLink(services, companyId, { userId: by.link ?? null })
  number += 1
  const answers = { legalName: `Bakery ${number}`, taxId: '12-3456789' }
  const session = await openFormSession(url, link.slug)
  await upload(url, { headers: { 'x-form-session': session } })
  const { body } = await submitApplication(url, session, answers, link.slug)
  const id = body.data?.id ?? ''
  const data = { ownerId: by.owner ?? null, teamId: by.team ?? null, amountRequested: 1000 }
  await system((db) => db.submissionDesk.update({ where: { id }, data }))
  await registerSubmission(services, { id })
  return id
}
const all = {
  annLink: await apply({ link: ann.id }),
  annOwns: await apply({ owner: ann.id }),
  tomLink: await apply({ link: tom.id }),
  tiaOwns: await apply({ owner: tia.id }),
  ofEast: await apply({ team: east }),
  ofWest: await apply({ team: west }),
  nobodys: await apply({}),
}
await sumChanges(services.db)
type Name = keyof typeof all

const SEEN: [string, string, Name[]][] = [
  ['own', ann.token, ['annLink', 'annOwns']],
  ['team', tom.token, ['annLink', 'annOwns', 'tomLink', 'tiaOwns', 'ofEast']],
  ['two teams', tia.token, ['annLink', 'annOwns', 'tomLink', 'tiaOwns', 'ofEast', 'ofWest']],
  ['no team', lone.token, []],
  ['company', chief.token, Object.keys(all) as Name[]],
  [
    'a key of own',
    await makeApiKey(
      services,
      ann.id,
      ['page:main', 'page:forms', 'submission:decide', 'submission:reveal', 'submission:export'],
      { companyId },
    ),
    ['annLink', 'annOwns'],
  ],
]
const get = async (token: string, path: string) => {
  const { status, body } = await call(url, 'GET', path, { token })
  expect(status).toBe(200)
  return body as { data: never; total: number }
}
const filter = (value: object) => `filter=${encodeURIComponent(JSON.stringify(value))}`
const toNames = (ids: string[]) => (Object.keys(all) as Name[]).filter((name) => ids.includes(all[name]))
const idsOf = (rows: { id: string }[]) => toNames(rows.map(({ id }) => id))

it.each(SEEN)(
  '%s: lists, counts, figures, searches, the board and registrations agree',
  async (_scope, token, seen) => {
    const list = await get(token, '/form/submissions')
    expect([idsOf(list.data), list.total]).toEqual([seen, seen.length])
    const cut = await get(token, `/form/submissions?range=[0,0]&${filter({ status: ['new'] })}`)
    expect(cut.total).toBe(seen.length)
    expect(idsOf((await get(token, `/form/submissions?${filter({ q: 'bakery' })}`)).data)).toEqual(seen)
    const byNumber = await call(url, 'POST', '/form/submissions/search', {
      token,
      body: { number: '12-3456789' },
    })
    expect(idsOf(byNumber.body.data as never)).toEqual(seen)
    const counts: { count: number }[] = (await get(token, '/form/submissions/counts')).data
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(seen.length)
    const board: { total: number; cards: { id: string }[] }[] = (await get(token, '/form/board')).data
    expect(idsOf(board.flatMap(({ cards }) => cards))).toEqual(seen)
    expect(board.reduce((sum, { total }) => sum + total, 0)).toBe(seen.length)
    const dashboard: {
      total: number
      today: { received: number }
      statuses: { status: string; amount: number }[]
      links: { count: number }[]
      funnel: { steps: { step: string; count: number }[] }
      waiting: { id: string }[]
    } = (await get(token, '/dashboard')).data
    expect({
      total: dashboard.total,
      received: dashboard.today.received,
      amount: dashboard.statuses.find(({ status }) => status === 'new')?.amount,
      links: dashboard.links.reduce((sum, { count }) => sum + count, 0),
      submitted: dashboard.funnel.steps.find(({ step }) => step === 'submitted')?.count,
      signed: dashboard.funnel.steps.find(({ step }) => step === 'signed')?.count,
      waiting: idsOf(dashboard.waiting),
    }).toEqual({
      total: seen.length,
      received: seen.length,
      amount: 1000 * seen.length,
      links: seen.length,
      submitted: seen.length,
      signed: seen.length,
      waiting: seen,
    })
    const receipts = await get(token, '/registration/get')
    expect([idsOf(receipts.data), receipts.total]).toEqual([seen, seen.length])
  },
)

it.each(SEEN)(
  '%s: records, files, duplicates, events and the log hold nothing else',
  async (_scope, token, seen) => {
    for (const [name, id] of Object.entries(all)) {
      const expected = seen.includes(name as Name) ? 200 : 404
      const opened = await call(url, 'POST', `/form/submissions/${id}/views`, { token })
      expect([name, opened.status]).toEqual([name, expected])
      if (expected === 200)
        expect(idsOf((opened.body.data as { duplicates: never[] }).duplicates)).toEqual(
          seen.filter((each) => each !== name),
        )
      for (const path of ['', '/statements', '/timeline', '/requests', '/notes'])
        expect((await call(url, 'GET', `/form/submissions/${id}${path}`, { token })).status).toBe(expected)
      expect((await call(url, 'GET', `/documents/form-submission/${id}`, { token })).status).toBe(expected)
      expect((await call(url, 'GET', `/registration/${id}/verify`, { token })).status).toBe(expected)
    }
    await placeEvents(services.db)
    const events: { data: { submissionId: string } }[] = (await get(token, '/events')).data
    expect(toNames(events.map(({ data }) => data.submissionId))).toEqual(seen)
    const log: { objectType: string; objectId: string }[] = (await get(token, '/audit/get')).data
    expect(toNames(log.map(({ objectId }) => objectId))).toEqual(seen)
    const company = log.filter(({ objectId }) => toNames([objectId]).length === 0)
    if (seen.length < 7) expect(company).toEqual([])
    const csv = await fetch(`${url}/api/form/export`, { headers: { authorization: `Bearer ${token}` } })
    expect((await csv.text()).match(/Bakery \d/g)?.length ?? 0).toBe(seen.length)
  },
)

it('notices go to those who see the submission', async () => {
  const readers = async (id: string) =>
    (await system((tx) => findReaders(tx, { companyId }, id))).map(({ name }) => name).toSorted()
  const whole = ['Chief Company', boss.name]
  expect(await readers(all.nobodys)).toEqual(whole)
  expect(await readers(all.annOwns)).toEqual(['Ann Own', ...whole, 'Tia Team', 'Tom Team'].toSorted())
  expect(await readers(all.ofWest)).toEqual([...whole, 'Tia Team'].toSorted())
  await system((db) => db.user.updateMany({ where: { companyId }, data: { submissionMail: 'each' } }))
  const addresses = (id: string) => system((tx) => newSubmissionAddresses(tx, companyId, '', id))
  expect(await addresses(all.tomLink)).not.toContain(ann.email)
  expect(await addresses(all.annLink)).toContain(ann.email)
})

it('the daily mail counts what its reader sees', async () => {
  await system((db) => db.user.updateMany({ where: { companyId }, data: { submissionMail: 'daily' } }))
  const period = { since: new Date(Date.now() - 3_600_000).toISOString(), until: new Date().toISOString() }
  for (const { id } of [ann, lone, chief]) await sendDailyMail(services, { id, ...period })
  const count = async (email: string) => /(\d+) new/.exec((await mailsTo(services, email)).join(''))?.[1]
  expect([await count(ann.email), await count(lone.email), await count(chief.email)]).toEqual([
    '2',
    undefined,
    '7',
  ])
})

it('a webhook sends what its maker sees', async () => {
  const make = (createdById: string) =>
    system((db) =>
      db.webhook.create({
        data: {
          url: 'https://127.0.0.1/',
          events: ['submission.status_changed'],
          secret: new Uint8Array(),
          companyId,
          createdById,
        },
      }),
    )
  const [ofAnn, ofChief] = [await make(ann.id), await make(chief.id)]
  for (const id of [all.annOwns, all.nobodys]) {
    const { updatedAt } = await system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))
    const body = { status: 'in_review', updatedAt: updatedAt.toISOString() }
    expect(
      (await call(url, 'PUT', `/form/submissions/${id}/status`, { token: chief.token, body })).status,
    ).toBe(200)
  }
  await placeEvents(services.db)
  const sent = async (webhookId: string) =>
    toNames(
      (await system((db) => db.webhookDelivery.findMany({ where: { webhookId } }))).map(
        (each) => each.submissionId ?? '',
      ),
    )
  expect([await sent(ofAnn.id), await sent(ofChief.id)]).toEqual([['annOwns'], ['annOwns', 'nobodys']])
})

it('whoever gives a submission away sees how it stands once more, and no longer then', async () => {
  const given = await apply({ owner: ann.id })
  const { updatedAt } = await system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id: given } }))
  const body = { userId: chief.id, updatedAt: updatedAt.toISOString() }
  const answer = await call(url, 'PUT', `/form/submissions/${given}/owner`, { token: ann.token, body })
  expect([answer.status, answer.body.data]).toEqual([
    200,
    expect.objectContaining({ owner: { id: chief.id, name: 'Chief Company' } }),
  ])
  expect((await call(url, 'GET', `/form/submissions/${given}`, { token: ann.token })).status).toBe(404)
})

it('changes that reach further than their maker sees are whole: names of owners, and days of a zone', async () => {
  await as(ann).write((tx) => tx.user.update({ where: { id: tia.id }, data: { name: 'Tia Named' } }))
  const named = await system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id: all.tiaOwns } }))
  expect(named.ownerName).toBe('Tia Named')
  const { status } = await call(url, 'PUT', `/company/update/${companyId}`, {
    token: ann.token,
    body: { timeZone: 'Pacific/Kiritimati' },
  })
  expect(status).toBe(200)
  await sumChanges(services.db)
  const { today } = (await get(chief.token, '/dashboard')).data as { today: { received: number } }
  expect(today.received).toBe(number)
})

it('nobody widens what they see: by a role, a team, a password or a provider', async () => {
  const { permissions } = ROLE_PRESETS.user
  const create = (scope?: string) =>
    call(url, 'POST', '/role/create', { token: tom.token, body: { name: 'Made', permissions, scope } })
  expect((await create()).status).toBe(403)
  expect((await create('company')).status).toBe(403)
  const made = await create('team')
  expect([made.status, made.body.data]).toEqual([200, expect.objectContaining({ scope: 'team' })])
  expect((await create('own')).status).toBe(200)
  const { id } = made.body.data as { id: string }
  const update = (token: string, body: object) => call(url, 'PUT', `/role/update/${id}`, { token, body })
  expect((await update(tom.token, { scope: 'company' })).status).toBe(403)
  expect((await update(ann.token, { name: 'Wider than Ann' })).status).toBe(403)
  expect((await update(tom.token, { scope: 'own' })).status).toBe(200)

  const members = { members: [tom.id, chief.id] }
  expect(
    (await call(url, 'POST', '/team/create', { token: tom.token, body: { name: 'Mine', ...members } }))
      .status,
  ).toBe(403)
  await expect(
    as(tom, 'team').write((tx) => tx.teamMember.create({ data: { teamId: west, userId: tom.id } })),
  ).rejects.toThrow()
  expect((await call(url, 'DELETE', `/company/delete/${companyId}`, { token: tom.token })).status).toBe(403)
})

it.each(['team', 'own'] as const)('%s: no row of another company, its own files included', async (scope) => {
  const other = await makeCompany(services)
  const file = { documentType: 'other', fileType: 'application/pdf', fileSize: 1 }
  const own = await system(async (db) => {
    await db.document.create({ data: { ...file, companyId: other.id, storedAs: `other-${scope}` } })
    return db.document.create({ data: { ...file, companyId, storedAs: `own-${scope}` } })
  })
  const theirs = await makeLink(services, other.id, { userId: ann.id })
  const session = await openFormSession(url, theirs.slug)
  await upload(url, { headers: { 'x-form-session': session } })
  await submitApplication(url, session, { legalName: 'Elsewhere' }, theirs.slug)
  const tables = [
    'FormSession',
    'FormSubmission',
    'SubmissionDesk',
    'Document',
    'Event',
    'AuditEntry',
  ] as const
  const seen = await as(ann, scope).write((tx) =>
    Promise.all(
      tables.map((table) =>
        tx.$queryRawUnsafe<{ companyId: string; storedAs?: string }[]>(`SELECT * FROM "${table}"`),
      ),
    ),
  )
  expect(new Set(seen.flat().map((row) => row.companyId))).toEqual(new Set([companyId]))
  expect(seen[3]?.map(({ storedAs }) => storedAs)).toContain(own.storedAs)
})

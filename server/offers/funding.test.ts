import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { DEFAULT_TIME_ZONE, dayInZone, startOfDay } from '#domain/time-zone'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, signIn } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { sweepFormSessions } from '../platform/files/sweep-form-sessions.ts'
import { deleteSubmission } from '../retention/destroy.service.ts'
import { startOfferTests, TERMS } from './offer.fixture.ts'
import type { ReportRow } from './report.schema.ts'

const { url, services, system, tenant, send, add, choose, fund, view, desk, stand, acts } =
  await startOfferTests()
const here = await tenant()
const { token, boss } = here
const FUNDED = { amount: 48_000, fundedAt: '2026-11-02', commission: 3_840 }

async function approved(values: Record<string, string> = {}) {
  const { id, receipt } = await here.application(values)
  await stand(id, 'with_funder')
  const funder = await here.funder()
  const { data: offer } = await add(token, id, { ...TERMS, funderId: funder.id })
  expect((await choose(token, offer.id)).status).toBe(200)
  return { id, receipt, funder, offer }
}

it('moves to funded, and gives the owner a task for the day when half is paid back', async () => {
  const { id, offer, funder } = await approved()
  const owner = await here.colleague({ permissions: ['page:forms', 'submission:update'] })
  await system((db) =>
    db.submissionDesk.update({ where: { id }, data: { ownerId: owner.id, ownerName: owner.name } }),
  )
  const splits = [{ userId: owner.id, percent: 40 }]
  const { data, status } = await fund(token, id, { ...FUNDED, offerId: offer.id, splits })
  expect([status, data]).toMatchObject([
    200,
    {
      id,
      offerId: offer.id,
      funder: { id: funder.id, name: funder.name },
      ...FUNDED,
      splits: [{ userId: owner.id, name: owner.name, percent: 40 }],
      halfPaidAt: '2027-02-01',
    },
  ])
  expect((await desk(id)).status).toBe('funded')
  const [task] = await system((db) => db.task.findMany({ where: { submissionId: id } }))
  expect([task?.ownerId, task?.dueAt]).toEqual([
    owner.id,
    startOfDay(new Date('2027-02-01'), DEFAULT_TIME_ZONE),
  ])
  expect((await view(token, id)).data.funding).toEqual(data)
  const told = await system((db) => db.event.findMany({ where: { submissionId: id } }))
  expect(told.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['offer.received', 'offer.chosen', 'submission.funded']),
  )
})

it('corrects it by the same call, and moves the open task along', async () => {
  const { id, offer } = await approved()
  await fund(token, id, { ...FUNDED, offerId: offer.id, splits: [{ userId: boss.id, percent: 100 }] })
  const { data } = await fund(token, id, { ...FUNDED, amount: 50_000, fundedAt: '2026-11-10' })
  expect(data).toMatchObject({ amount: 50_000, offerId: offer.id, splits: [{ percent: 100 }] })
  const tasks = await system((db) => db.task.findMany({ where: { submissionId: id } }))
  expect(tasks.map(({ dueAt }) => dueAt)).toEqual([
    startOfDay(new Date(data.halfPaidAt ?? ''), DEFAULT_TIME_ZONE),
  ])
  const [corrected] = await system((db) =>
    db.auditEntry.findMany({ where: { objectId: id, act: 'funding-corrected' } }),
  )
  expect(corrected?.detail).toMatchObject({
    before: { amount: 48_000, fundedAt: '2026-11-02' },
    after: { amount: 50_000, fundedAt: '2026-11-10' },
  })
  expect((await acts(id)).filter((act) => act === 'submission-funded')).toHaveLength(1)
})

it('fills in what a plain move to funded left open, without terms', async () => {
  const { id } = await here.application()
  await stand(id, 'funded')
  expect((await view(token, id)).data.funding).toBeNull()
  expect((await fund(token, id, FUNDED)).data).toMatchObject({
    offerId: null,
    funder: null,
    halfPaidAt: null,
  })
  expect(await system((db) => db.task.count({ where: { submissionId: id } }))).toBe(0)
})

it('obeys the moves, and refuses what cannot be', async () => {
  const { id } = await here.application()
  const early = await fund(token, id, FUNDED)
  expect([early.status, early.error]).toEqual([400, expect.stringContaining('It can move to')])
  const { id: ready } = await approved()
  const { offer: elsewhere } = await approved()
  const other = await tenant()
  const tomorrow = dayInZone(new Date(Date.now() + 2 * 86_400_000), DEFAULT_TIME_ZONE)
  for (const [changes, field] of [
    [{ fundedAt: tomorrow }, 'fundedAt'],
    [{ offerId: elsewhere.id }, 'offerId'],
    [{ amount: -1 }, 'amount'],
    [
      {
        splits: [
          { userId: boss.id, percent: 60 },
          { userId: boss.id, percent: 40 },
        ],
      },
      'splits',
    ],
    [{ splits: [{ userId: boss.id, percent: 101 }] }, 'splits'],
    [{ splits: [{ userId: other.boss.id, percent: 10 }] }, 'splits'],
  ] as const) {
    const { status, fields } = await fund(token, ready, { ...FUNDED, ...changes })
    expect([status, Object.keys(fields ?? {})]).toEqual([400, expect.arrayContaining([field])])
  }
  expect((await desk(ready)).status).toBe('approved')
  const clerk = await here.colleague({ permissions: ['page:forms', 'offer:update'] })
  expect((await fund(await signIn(url, clerk.email), ready, FUNDED)).status).toBe(403)
})

it('counts what was funded where that is known', async () => {
  const own = await tenant()
  const { id } = await own.application({ advanceAmount: '20000' })
  const { id: open } = await own.application({ advanceAmount: '7000' })
  for (const each of [id, open]) await stand(each, 'funded')
  await fund(own.token, id, { ...FUNDED, amount: 12_500.5 })
  const { data } = await send<{ statuses: { status: string; count: number; amount: number }[] }>(
    own.token,
    'GET',
    '/dashboard',
  )
  expect(data.statuses.find(({ status }) => status === 'funded')).toMatchObject({
    count: 2,
    amount: 19_500.5,
  })
})

it('reports by month, funder and user what the reader may see', async () => {
  const own = await tenant()
  const [ann, north, south] = [
    await own.colleague({ permissions: ['page:forms'] }),
    await own.funder('North'),
    await own.funder('South'),
  ]
  const made = []
  for (const owner of [ann, null, null]) {
    const { id } = await own.application()
    if (owner)
      await system((db) =>
        db.submissionDesk.update({ where: { id }, data: { ownerId: owner.id, ownerName: owner.name } }),
      )
    await stand(id, 'with_funder')
    await own.sent(id, south.id)
    made.push(id)
  }
  const [first = ''] = made
  const { data: offer } = await add(own.token, first, { ...TERMS, funderId: north.id })
  await choose(own.token, offer.id)
  const today = dayInZone(new Date(), DEFAULT_TIME_ZONE)
  const splits = [{ userId: own.boss.id, percent: 25 }]
  await fund(own.token, first, {
    amount: 50_000,
    fundedAt: today,
    commission: 4_000,
    offerId: offer.id,
    splits,
  })
  const report = async (by: string, query = '') =>
    (await send<ReportRow[]>(by, 'GET', `/report/funders${query}`)).data
  const rows = await report(own.token)
  const of = (by: string) => rows.filter((row) => row.by === by)
  expect(of('month')).toMatchObject([
    {
      key: today.slice(0, 7),
      asked: 4,
      offered: 1,
      approvalRate: 0.25,
      funded: 1,
      amount: 50_000,
      commission: 4_000,
    },
  ])
  expect(of('funder')).toMatchObject([
    {
      key: north.id,
      name: 'North',
      asked: 1,
      approvalRate: 1,
      funded: 1,
      amount: 50_000,
      days: expect.any(Number),
    },
    { key: south.id, name: 'South', asked: 3, approvalRate: 0, funded: 0, amount: 0, days: null },
  ])
  expect(of('user')).toHaveLength(3)
  for (const row of [
    { key: ann.id, funded: 1, amount: 50_000, commission: 3_000 },
    { key: own.boss.id, funded: 0, commission: 1_000 },
    { key: '', asked: 2, commission: 0 },
  ])
    expect(of('user')).toContainEqual(expect.objectContaining(row))
  expect(await report(own.token, '?from=2024-01&to=2024-12')).toEqual([])
  expect(await report(here.token)).not.toContainEqual(expect.objectContaining({ name: 'North' }))
  const narrow = await own.colleague({ permissions: ['page:funders', 'page:forms'] })
  await system((db) => db.role.update({ where: { id: narrow.roleId ?? '' }, data: { scope: 'own' } }))
  expect(await report(await signIn(url, narrow.email))).toEqual([])
  const without = await own.colleague({ permissions: ['page:forms'] })
  expect((await send(await signIn(url, without.email), 'GET', '/report/funders')).status).toBe(403)
})

it('renews with the old answers and nothing sensitive, and links both', async () => {
  const email = 'renew@bakery.example.com'
  const { id, offer } = await approved({ ...fullApplication(), email })
  expect((await send(token, 'POST', `/form/submissions/${id}/renew`, {})).status).toBe(409)
  await fund(token, id, { ...FUNDED, offerId: offer.id })
  type Renewed = { id: string; mailed: boolean; url: string | null }
  const { data, status } = await send<Renewed>(token, 'POST', `/form/submissions/${id}/renew`, {})
  expect([status, data]).toEqual([200, { id: expect.any(String), mailed: true, url: null }])
  const mail = (await mailsTo(services, email)).find((text) => text.includes('#move='))
  const link = /form\/([\w-]+)\?renewal#move=([\w-]{43})/.exec((mail ?? '').replaceAll('=3D', '='))
  expect(link?.[1]).toBe(here.link.slug)
  const taken = await call(url, 'POST', '/form/session/take', { body: { token: link?.[2] } })
  const { formSubmissionId } = taken.body.data as { formSubmissionId: string }
  const state = await call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })
  const { draft } = state.body.data as { draft: { values: Record<string, string>; kept: string[] } }
  expect(draft.values).toMatchObject({ email, legalName: fullApplication().legalName })
  expect(draft.kept).toEqual([])
  expect(Object.keys(draft.values).filter((name) => /^signer|SSN|DOB|taxId/.test(name))).toEqual([])
  const answers = { ...fullApplication(), email }
  const sent = await submitApplication(url, formSubmissionId, answers, here.link.slug)
  expect(sent.body.data?.id).toBe(data.id)
  expect((await view(token, data.id)).data.renewalOf).toBe(id)
  expect((await view(token, id)).data.renewals).toMatchObject([
    { id: data.id, submittedAt: expect.any(String) },
  ])
  expect(await acts(id)).toContain('submission-renewed')
})

it('goes on with a renewal that was begun, by a new link, which is given where no mail goes', async () => {
  const { id, offer } = await approved({ email: '' })
  await fund(token, id, { ...FUNDED, offerId: offer.id })
  type Renewed = { id: string; mailed: boolean; url: string }
  const renew = async () => (await send<Renewed>(token, 'POST', `/form/submissions/${id}/renew`, {})).data
  const [first, second] = [await renew(), await renew()]
  expect([first.id, first.mailed]).toEqual([second.id, false])
  const take = async ({ url: link }: Renewed) =>
    (await call(url, 'POST', '/form/session/take', { body: { token: link.split('#move=')[1] } })).status
  expect([await take(first), await take(second)]).toEqual([404, 200])
  await system((db) =>
    db.generatedLink.updateMany({ where: { companyId: here.company.id }, data: { closedAt: new Date() } }),
  )
  expect((await send(token, 'POST', `/form/submissions/${id}/renew`, {})).status).toBe(409)
  await system((db) =>
    db.generatedLink.updateMany({ where: { companyId: here.company.id }, data: { closedAt: null } }),
  )
  expect(await openFormSession(url, here.link.slug)).toMatch(/\./)
})

it('ends a renewal that was not sent, when the submission is deleted', async () => {
  const { id, offer } = await approved({ email: '' })
  await fund(token, id, { ...FUNDED, offerId: offer.id })
  const { data } = await send<{ id: string; url: string }>(token, 'POST', `/form/submissions/${id}/renew`, {})
  const body = { token: data.url.split('#move=')[1] }
  const taken = await call(url, 'POST', '/form/session/take', { body })
  const { formSubmissionId } = taken.body.data as { formSubmissionId: string }
  const state = async () =>
    (await call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })).status
  expect(await state()).toBe(200)
  const actor = {
    ...boss,
    userId: boss.id,
    isAdmin: true,
    userType: 'admin',
    permissions: [],
    scope: 'company',
  }
  const by = { actor: { ...actor, confirmedAt: new Date() } as never, ip: '' }
  await deleteSubmission(services, by, { id, reason: 'Asked for' })
  expect(await state()).toBe(400)
  await sweepFormSessions(services)
  expect(await system((db) => db.formSession.count({ where: { id: data.id } }))).toBe(0)
})

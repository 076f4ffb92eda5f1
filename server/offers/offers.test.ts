import { expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { call, signIn } from '../test/support/factories.ts'
import { startOfferTests, TERMS } from './offer.fixture.ts'

const { url, system, tenant, send, offers, add, choose, view, desk, stand, acts } = await startOfferTests()
const desk1 = await tenant()
const { token } = desk1

async function withOffer(changes: object = {}) {
  const { id, receipt } = await desk1.application()
  await stand(id, 'with_funder')
  const funder = await desk1.funder()
  const { data, status } = await add(token, id, { ...TERMS, funderId: funder.id, ...changes })
  expect(status).toBe(200)
  return { id, receipt, funder, offer: data }
}

it('computes what staff enter, and seals the conditions', async () => {
  const { id, funder, offer } = await withOffer()
  expect(offer).toMatchObject({
    submissionId: id,
    funder: { id: funder.id, name: funder.name },
    payback: 66_000,
    payment: 550,
    net: 49_005,
    cost: 16_995,
    shareOfRevenue: null,
    commission: 4_000,
    conditions: TERMS.conditions,
    enteredBy: desk1.boss.name,
    shown: false,
  })
  expect(await offers(token, id)).toEqual([offer])
  const stored = await system((db) => db.offer.findUniqueOrThrow({ where: { id: offer.id } }))
  expect(Buffer.from(stored.conditions ?? []).toString('latin1')).not.toContain('Landlord')
  expect(await acts(id)).toContain('offers-listed')
})

it('takes present positions and revenue into the share', async () => {
  const { id } = await withOffer()
  await system((db) =>
    db.submissionDesk.update({ where: { id }, data: { trueRevenue: 110_000, positionCount: 0 } }),
  )
  expect((await offers(token, id))[0]?.shareOfRevenue).toBe(0.105)
})

it('lets a second answer of the same funder take the place of the first', async () => {
  const { id, funder, offer } = await withOffer()
  const second = await add(token, id, { ...TERMS, funderId: funder.id, factor: 1.29 })
  expect((await offers(token, id)).map(({ id: each }) => each)).toEqual([second.data.id])
  expect((await choose(token, offer.id)).status).toBe(409)
  const timeline = await send<{ act: string; sentence: string }[]>(
    token,
    'GET',
    `/form/submissions/${id}/timeline`,
  )
  const received = timeline.data.filter(({ act }) => act === 'offer-received')
  expect(received.map(({ sentence }) => sentence)).toEqual([
    `Offer of ${funder.name}: $50,000 × 1.29, 120 daily payments`,
    `Offer of ${funder.name}: $50,000 × 1.32, 120 daily payments`,
  ])
})

it('answers a package, and says when every funder declined', async () => {
  const { id } = await desk1.application()
  const [first, second] = [await desk1.funder(), await desk1.funder()]
  const [one, two] = [await desk1.sent(id, first.id), await desk1.sent(id, second.id)]
  expect((await add(token, id, { ...TERMS, packageId: one.id })).data.packageId).toBe(one.id)
  expect((await view(token, id)).data.hasOffers).toBe(true)
  const decline = { kind: 'decline', reason: 'Too many positions' }
  expect((await add(token, id, { ...decline, packageId: one.id })).data).toBeNull()
  expect(await offers(token, id)).toEqual([])
  expect((await view(token, id)).data).toMatchObject({ allDeclined: false, hasOffers: false })
  await add(token, id, { kind: 'decline', packageId: two.id })
  expect((await view(token, id)).data.allDeclined).toBe(true)
  const states = await system((db) => db.package.findMany({ where: { submissionId: id } }))
  expect(states.map(({ state, answer }) => [state, answer])).toEqual([
    ['answered', 'decline'],
    ['answered', 'decline'],
  ])
  const { data } = await send<{ act: string; text: string }[]>(
    token,
    'GET',
    `/form/submissions/${id}/timeline`,
  )
  expect(data.find(({ act, text }) => act === 'offer-declined' && text)?.text).toBe('Too many positions')
})

it('takes an answer without a kind as an offer', async () => {
  const { id } = await desk1.application()
  const { kind: _kind, ...terms } = TERMS
  const funder = await desk1.funder()
  expect((await add(token, id, { ...terms, funderId: funder.id })).data).toMatchObject({ amount: 50_000 })
})

it('leaves a withdrawn package withdrawn, whatever its funder answers by phone', async () => {
  const { id } = await desk1.application()
  const funder = await desk1.funder()
  const { id: packageId } = await desk1.sent(id, funder.id)
  await system((db) => db.package.update({ where: { id: packageId }, data: { state: 'withdrawn' } }))
  for (const answer of [TERMS, { kind: 'decline' }]) {
    expect((await add(token, id, { ...answer, packageId })).status).toBe(200)
    const { state } = await system((db) => db.package.findUniqueOrThrow({ where: { id: packageId } }))
    expect(state).toBe('withdrawn')
  }
})

it.each([
  [{ fees: 50_000 }, 'fees'],
  [{ amount: 10.001 }, 'amount'],
  [{ factor: 0.9 }, 'factor'],
  [{ factor: 1.1234567 }, 'factor'],
  [{ paymentCount: 0 }, 'paymentCount'],
  [{ amount: 1, factor: 1, paymentCount: 200, fees: 0 }, 'paymentCount'],
  [{ frequency: 'monthly' }, 'frequency'],
  [{ startsAt: '2026-02-30' }, 'startsAt'],
  [{ reason: 'why' }, 'reason'],
  [{ kind: 'decline' }, 'amount'],
  [{ packageId: 'x' }, 'funderId'],
  [{ packageId: 'x', funderId: undefined }, 'packageId'],
])('refuses %j', async (changes, field) => {
  const { id } = await desk1.application()
  const funder = await desk1.funder()
  const { status, fields } = await add(token, id, { ...TERMS, funderId: funder.id, ...changes })
  expect([status, Object.keys(fields ?? {})]).toEqual([400, expect.arrayContaining([field])])
  expect(await offers(token, id)).toEqual([])
})

it('keeps to its own company', async () => {
  const other = await tenant()
  const { id, offer } = await withOffer()
  const foreign = await other.funder()
  const named = await add(token, id, { ...TERMS, funderId: foreign.id })
  expect([named.status, named.fields]).toEqual([400, { funderId: 'Choose a funder of this company.' }])
  for (const [method, path, body] of [
    ['GET', `/form/submissions/${id}/offers`, undefined],
    ['POST', `/form/submissions/${id}/offers`, { ...TERMS, funderId: foreign.id }],
    ['PUT', `/offer/update/${offer.id}`, { shown: true }],
    ['POST', `/offer/choose/${offer.id}`, {}],
    ['POST', `/form/submissions/${id}/fund`, { amount: 1, fundedAt: '2026-11-02', commission: 0 }],
    ['POST', `/form/submissions/${id}/renew`, {}],
  ] as const)
    expect([path, (await send(other.token, method, path, body)).status]).toEqual([path, 404])
})

it('changes an offer as it was read, once', async () => {
  const { id, offer } = await withOffer()
  const path = `/offer/update/${offer.id}`
  const changed = await send<typeof offer>(token, 'PUT', path, {
    ...offer,
    factor: 1.3,
    conditions: '',
    shown: true,
  })
  expect(changed.data).toMatchObject({ factor: 1.3, payback: 65_000, conditions: '', shown: true })
  expect((await send(token, 'PUT', path, { ...offer, factor: 1.31 })).code).toBe('stale')
  const typed = await send(token, 'PUT', path, { payback: 1 })
  expect([typed.status, Object.keys(typed.fields ?? {})]).toEqual([400, ['payback']])
  expect((await send(token, 'PUT', path, { fees: 60_000 })).status).toBe(400)
  const entries = await system((db) =>
    db.auditEntry.findMany({ where: { objectId: id, act: 'offer-updated' } }),
  )
  expect(entries.map(({ detail }) => detail)).toMatchObject([
    { before: { factor: 1.32, shown: false }, after: { factor: 1.3, shown: true } },
  ])
})

it('is wanted no more once its terms are others', async () => {
  const { offer } = await withOffer()
  const wanted = async (data: object) => {
    await system((db) => db.offer.update({ where: { id: offer.id }, data: { wantedAt: new Date() } }))
    return (await send<typeof offer>(token, 'PUT', `/offer/update/${offer.id}`, data)).data.wantedAt !== null
  }
  expect([await wanted({ shown: true, amount: offer.amount }), await wanted({ fees: 1 })]).toEqual([
    true,
    false,
  ])
})

it('changes by who may decide once it is decided upon', async () => {
  const { id, offer } = await withOffer()
  await stand(id, 'in_review')
  await choose(token, offer.id)
  const clerk = await desk1.colleague({ permissions: ['page:forms', 'offer:update', 'submission:update'] })
  const path = `/offer/update/${offer.id}`
  expect((await send(await signIn(url, clerk.email), 'PUT', path, { amount: 90_000 })).status).toBe(403)
  expect((await send(token, 'PUT', path, { amount: 90_000 })).status).toBe(200)
})

it('leaves room to those that staff enter, however many the funders make', async () => {
  const { id, offer } = await withOffer()
  const { funderId } = await system((db) => db.offer.findUniqueOrThrow({ where: { id: offer.id } }))
  const { id: _id, packageId, submissionId, amount, factor, paymentCount, frequency, startsAt } = offer
  const old = { packageId, submissionId, amount, factor, paymentCount, frequency, startsAt, funderId }
  const many = Array.from({ length: LIMITS.offersPerSubmission }, (_, index) => ({
    ...old,
    id: `${index}-${id}`,
    companyId: desk1.company.id,
    replacedAt: new Date(),
  }))
  await system((db) => db.offer.createMany({ data: many }))
  expect((await add(token, id, { ...TERMS, funderId })).status).toBe(200)
})

it('approves by choosing, as the moves allow and with the right to decide', async () => {
  const { id, offer } = await withOffer()
  const clerk = await desk1.colleague({ permissions: ['page:forms', 'offer:update', 'submission:update'] })
  const clerkToken = await signIn(url, clerk.email)
  expect((await choose(clerkToken, offer.id)).status).toBe(403)
  await stand(id, 'in_review')
  expect((await choose(token, offer.id)).data.chosenAt).not.toBeNull()
  expect((await desk(id)).status).toBe('approved')
  const other = await desk1.funder()
  const { data: second } = await add(token, id, { ...TERMS, funderId: other.id })
  expect((await choose(token, second.id)).status).toBe(200)
  const chosen = (await offers(token, id)).filter(({ chosenAt }) => chosenAt !== null)
  expect(chosen.map((each) => each.id)).toEqual([second.id])
  const fresh = await desk1.application()
  const early = await add(token, fresh.id, { ...TERMS, funderId: other.id })
  const refused = await choose(token, early.data.id)
  expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('It can move to')])
})

it('does not choose an offer that has expired', async () => {
  const { offer } = await withOffer({ expiresAt: '2026-11-03' })
  expect((await choose(token, offer.id)).status).toBe(409)
})

it('shows the applicant what staff mark, without the funder, and hears what they want', async () => {
  const { id, receipt, offer } = await withOffer()
  const state = async () =>
    (await call(url, 'POST', '/application/state', { body: { token: receipt } })).body.data as {
      offers: object[]
    }
  const want = (offerId: string, by = receipt) =>
    call(url, 'POST', '/application/offer', { body: { token: by, offerId } })
  expect((await state()).offers).toEqual([])
  expect((await want(offer.id)).status).toBe(409)
  await send(token, 'PUT', `/offer/update/${offer.id}`, { shown: true })
  expect((await state()).offers).toEqual([
    expect.objectContaining({ id: offer.id, payback: 66_000, cost: 16_995, wanted: false }),
  ])
  expect(JSON.stringify((await state()).offers)).not.toMatch(/Funder|commission|Landlord/)
  const reader = await desk1.colleague({ permissions: ['page:forms'] })
  await system((db) =>
    db.submissionDesk.update({ where: { id }, data: { ownerId: reader.id, ownerName: reader.name } }),
  )
  expect((await want(offer.id)).status).toBe(200)
  expect((await offers(token, id))[0]?.wantedAt).not.toBeNull()
  expect((await desk(id)).status).toBe('with_funder')
  expect(await system((db) => db.notice.count({ where: { userId: reader.id, kind: 'answer' } }))).toBe(1)
  expect(await acts(id)).toContain('offer-wanted')
  const stranger = await withOffer()
  expect((await want(stranger.offer.id)).status).toBe(409)
  expect((await want(offer.id, 'nonsense')).status).toBe(404)
  await stand(id, 'funded')
  expect((await state()).offers).toEqual([])
})

it('goes when the submission is destroyed, with its packages', async () => {
  const { id } = await desk1.application()
  const funder = await desk1.funder()
  const { id: packageId } = await desk1.sent(id, funder.id)
  await add(token, id, { ...TERMS, packageId })
  await call(url, 'POST', '/user/me/confirm', { token, body: { password: 'correct-horse-1' } })
  expect((await send(token, 'POST', `/form/submissions/${id}/delete`, { reason: 'Asked' })).status).toBe(200)
  expect(await system((db) => db.offer.count({ where: { submissionId: id } }))).toBe(0)
})

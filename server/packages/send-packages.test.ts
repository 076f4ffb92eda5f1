import { describe, expect, it, vi } from 'vitest'
import { mailsTo } from '../test/support/mails.ts'
import { upload } from '../test/support/uploads.ts'
import { BROKEN_PDF } from '../test/support/sample-pdfs.ts'
import { startPackageTests } from './package.fixture.ts'

const { services, url, system, waiting, runJobs, makeFunder, apply, member, admin } =
  await startPackageTests()

describe('sending', () => {
  it('queues one mail per funder, which holds the reference and a link and no more', async () => {
    const { id, company, funder, documents, send, timeline } = await apply()
    const other = await makeFunder(company.id, { emails: ['a@two.example.com', 'b@two.example.com'] })
    const { status, data } = await send({
      funderIds: [funder.id, other.id],
      documentIds: documents,
      message: 'A bakery in a hurry',
    })
    expect(status).toBe(200)
    expect(data.map((each) => [each.funder.name, each.state, each.mailed, each.isMasked])).toEqual([
      [funder.name, 'sent', null, false],
      [other.name, 'sent', null, false],
    ])
    const jobs = await waiting(`package-mail:${id}:%`)
    expect(jobs).toHaveLength(2)
    expect(JSON.stringify(jobs)).not.toContain('bakery')
    await runJobs()
    const mails = await mailsTo(services, 'a@two.example.com, b@two.example.com')
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('/package#')
    expect(mails[0]).not.toMatch(/bakery|Golden|Peña/i)
    expect((await timeline()).map(({ act, detail }) => [act, (detail as { name: string }).name])).toEqual([
      ['package-sent', funder.name],
      ['package-sent', other.name],
    ])
  })

  it('moves the submission to the funders with the first package only', async () => {
    const { id, send, desk } = await apply()
    await send()
    expect((await desk()).status).toBe('with_funder')
    await system((client) =>
      client.submissionDesk.update({ where: { id }, data: { status: 'in_review', statusKey: 'in_review' } }),
    )
    await send({ again: true })
    expect((await desk()).status).toBe('in_review')
  })

  it('asks before a second package within 24 hours, unless the first was withdrawn', async () => {
    const { funder, send, act } = await apply()
    const [first] = (await send()).data
    expect(await send()).toMatchObject({ status: 409, code: 'sent_recently', ids: [funder.id] })
    await act('withdraw', first?.id ?? '')
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(409)
    expect((await send({ again: true })).status).toBe(200)
  })

  it('sends once where two calls send at the same time', async () => {
    const { send, list } = await apply()
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await list()).toHaveLength(1)
  })

  it('names the documents that can’t be marked, and sends them once agreed', async () => {
    const { id, token, documents, send } = await apply()
    const sent = await upload(url, {
      name: 'broken.pdf',
      content: BROKEN_PDF,
      headers: { authorization: `Bearer ${token}` },
      path: `/documents/form-submission/${id}`,
    })
    const broken = (sent.body.data as { id: string } | undefined)?.id ?? ''
    expect(broken).not.toBe('')
    const documentIds = [...documents, broken]
    expect(await send({ documentIds })).toMatchObject({ status: 409, code: 'cannot_mark', ids: [broken] })
    const { data } = await send({ documentIds, unmarked: [broken] })
    expect(data[0]).toMatchObject({ documentIds, unmarked: [broken] })
  })

  it('refuses unknown, foreign and retired funders, foreign documents, and nothing at all', async () => {
    const { company, send } = await apply()
    const other = await apply()
    const retired = await makeFunder(company.id, { active: false })
    const silent = await makeFunder(company.id, { emails: [] })
    expect((await send({ funderIds: [other.funder.id] })).status).toBe(404)
    expect((await send({ funderIds: ['nobody'] })).status).toBe(404)
    expect((await send({ funderIds: [retired.id] })).status).toBe(400)
    expect((await send({ funderIds: [silent.id] })).status).toBe(400)
    expect((await send({ documentIds: other.documents })).status).toBe(404)
    expect((await send({ withApplication: false })).status).toBe(400)
    expect((await send({}, other.token)).status).toBe(404)
  })

  it('tries each document once, also where several send it', async () => {
    const { documents, company, send } = await apply()
    const canMark = vi.spyOn(services.marker, 'canMark')
    const others = [await makeFunder(company.id), await makeFunder(company.id)]
    const sent = await Promise.all(
      others.map(({ id }) => send({ funderIds: [id], documentIds: [...documents] })),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    await send({ documentIds: [...documents] })
    expect(canMark).toHaveBeenCalledTimes(documents.length)
    canMark.mockRestore()
  })

  it('refuses a funder who is retired while the files are tried', async () => {
    const { documents, funder, send } = await apply()
    const sending = send({ documentIds: [...documents] })
    await system((client) => client.funder.update({ where: { id: funder.id }, data: { active: false } }))
    expect((await sending).status).toBe(400)
  })
})

describe('rights', () => {
  const without = (...lacking: string[]) => admin.filter((each) => !lacking.includes(each))

  it('needs package:send, for documents submission:export, and masks without submission:reveal', async () => {
    const { company, documents, send } = await apply()
    const documentIds = documents
    const plain = await member(company.id, without('package:send'))
    expect((await send({}, plain)).status).toBe(403)
    const noExport = await member(company.id, without('submission:export'))
    expect((await send({ documentIds }, noExport)).status).toBe(403)
    expect((await send({}, noExport)).status).toBe(200)
    const noReveal = await member(company.id, without('submission:reveal'))
    const { data } = await send({ documentIds, again: true }, noReveal)
    expect(data[0]?.isMasked).toBe(true)
  })

  it('keeps to the scope of the role', async () => {
    const { company, send, act, list } = await apply()
    const [made] = (await send()).data
    const own = await member(company.id, admin, 'own')
    expect((await send({ again: true }, own)).status).toBe(404)
    expect((await act('withdraw', made?.id ?? '', own)).status).toBe(404)
    expect((await act('resend', made?.id ?? '', (await apply()).token)).status).toBe(404)
    expect((await list())[0]?.state).toBe('sent')
  })
})

describe('a sent package', () => {
  it('is mailed again once its first mail has gone', async () => {
    const { funder, send, act, list } = await apply()
    const [made] = (await send()).data
    const id = made?.id ?? ''
    expect((await act('resend', id)).status).toBe(409)
    await runJobs()
    expect((await list())[0]?.mailed).toBe(true)
    expect((await act('resend', id)).status).toBe(200)
    await runJobs()
    const mails = await mailsTo(services, funder.emails[0] ?? '')
    const links = mails.map((mail) => /package#\S+/.exec(mail)?.[0])
    expect(links).toHaveLength(2)
    expect(links[0]).toBe(links[1])
  })

  it('is not mailed once it is withdrawn, and is withdrawn once', async () => {
    const { funder, send, act, list, timeline } = await apply()
    const [made] = (await send()).data
    const id = made?.id ?? ''
    expect((await act('withdraw', id)).status).toBe(200)
    await runJobs()
    expect(await mailsTo(services, funder.emails[0] ?? '')).toHaveLength(0)
    expect((await act('withdraw', id)).status).toBe(409)
    expect((await act('resend', id)).status).toBe(409)
    expect((await list())[0]?.state).toBe('withdrawn')
    expect((await timeline()).map(({ act: done }) => done)).toEqual(['package-sent', 'package-withdrawn'])
  })

  it('expires after 14 days, and is then neither withdrawn nor mailed again', async () => {
    const { send, act, list } = await apply()
    const [made] = (await send()).data
    const id = made?.id ?? ''
    const days = (Date.parse(made?.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    await system((client) =>
      client.package.update({ where: { id }, data: { expiresAt: new Date(), mailed: true } }),
    )
    expect((await list())[0]?.state).toBe('expired')
    expect((await act('withdraw', id)).status).toBe(409)
    expect((await act('resend', id)).status).toBe(409)
  })
})

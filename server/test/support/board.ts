import { openDesks } from './desks.ts'
import { randomUUID } from 'node:crypto'
import type { Prisma } from '../../generated/client.ts'
import { makeCompany, makeCompanyAdmin, makeLink, signIn } from './factories.ts'
import { startTestServer } from './server.ts'

/** A company with a link and an administrator. Call it at the top of a test file. */
export async function startBoardServer(deskSettings: Prisma.InputJsonValue = {}) {
  const server = await startTestServer({ seedDemo: false })
  const { services, url } = server
  const company = await makeCompany(services, { deskSettings })
  const boss = await makeCompanyAdmin(services, company.id)
  const link = await makeLink(services, company.id)
  const token = await signIn(url, boss.email)

  const { write: system } = services.db.system('test')
  const bytes = new Uint8Array([1])

  /** Submissions with placeholder ciphertext, for tests that open no answers. */
  async function addSubmissions(names: string[], desk: Prisma.SubmissionDeskUncheckedUpdateInput = {}) {
    const of = { companyId: company.id, linkId: link.id }
    const rows = names.map((legalName) => ({ id: randomUUID(), legalName }))
    await system(async (client) => {
      await client.formSession.createMany({
        data: rows.map(({ id }) => ({
          id, ...of, wrappedKey: bytes, expiresAt: new Date(), submittedAt: new Date(),
        })), // prettier-ignore
      })
      await client.formSubmission.createMany({
        data: rows.map((row) => ({
          id: row.id, ...of, formData: bytes, valuesDigest: bytes,
        })), // prettier-ignore
      })
      await openDesks(client, { state: 'NY', advanceAmount: '60,000', amountRequested: 60_000, ...desk })
      for (const { id, legalName } of rows)
        await client.submissionDesk.update({ where: { id }, data: { legalName } })
    })
    return rows.map(({ id }) => id)
  }
  const readStatus = async (id: string) =>
    (await system((client) => client.submissionDesk.findUniqueOrThrow({ where: { id } }))).statusKey
  return { server, url, token, company, boss, link, system, addSubmissions, readStatus }
}

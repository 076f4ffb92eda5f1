import type { Prisma } from '../generated/client.ts'
import { freshRecord } from '../test/access/matrix-world.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

export type Standing = {
  status: string
  statusKey: string
  statusName: string
  reason: string | null
  owner: { id: string; name: string } | null
  team: { id: string; name: string } | null
  updatedAt: string
}

export async function startDeskTests() {
  const { url, services, adminUrl } = await startTestServer({ seedDemo: false })
  const { write: system } = services.db.system('test')
  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

  async function tenant(deskSettings: Prisma.InputJsonValue = {}) {
    const company = await makeCompany(services, { deskSettings })
    const boss = await makeCompanyAdmin(services, company.id)
    const role = await makeRole(services, { permissions: ['page:forms', 'submission:update'] })
    const clerk = await makeUser(services, { companyId: company.id, roleId: role.id, name: 'Clara Clerk' })
    return {
      company,
      boss,
      clerk,
      bossToken: await signIn(url, boss.email),
      clerkToken: await signIn(url, clerk.email),
      submission: () => freshRecord(services, company.id, 'desk'),
      /** A submission with a key of its own, as notes need one. */
      async application(): Promise<string> {
        const { slug } = await makeLink(services, company.id)
        const { body } = await submitApplication(url, await openFormSession(url, slug), {}, slug)
        return body.data?.id ?? ''
      },
    }
  }

  const read = (id: string) => system((client) => client.submissionDesk.findUniqueOrThrow({ where: { id } }))

  /** Sends a change with `updatedAt` as it stands, unless the body brings one. */
  async function put(token: string, id: string, path: 'status' | 'owner', body: object) {
    const found = await system((client) => client.submissionDesk.findUnique({ where: { id } }))
    const updatedAt = (found?.updatedAt ?? new Date()).toISOString()
    const answer = await call(url, 'PUT', `/form/submissions/${id}/${path}`, {
      token,
      body: { updatedAt, ...body },
    })
    const { status, body: sent } = answer
    return { status, error: String(sent.error), code: sent.code, data: sent.data as Standing }
  }

  const audited = (objectId: string) =>
    system((client) =>
      client.auditEntry.findMany({
        where: { objectId },
        orderBy: { id: 'asc' },
        select: { act: true, detail: true, actorName: true },
      }),
    )

  return { url, services, adminUrl, system, admin, tenant, read, put, audited }
}

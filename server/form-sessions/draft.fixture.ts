import { makeCompany, makeLink } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

export async function startDraftTests() {
  const { url, services, adminUrl, log } = await startTestServer()
  const linkAsking = async (settings: object) => {
    const company = await makeCompany(services, { appEditorSettings: JSON.stringify(settings) })
    return { company, link: await makeLink(services, company.id) }
  }

  return { url, services, adminUrl, log, linkAsking }
}

import { fullApplication } from '#domain/catalogue/application.fixture'
import type { Values } from '#domain/catalogue/values'

/** What an applicant's browser does over REST. `url` is the server's. */
export async function openFormSession(url: string, slug = 'demo'): Promise<string> {
  const answer = await fetch(`${url}/api/form/initialize-session/${slug}`)
  const { data } = (await answer.json()) as { data: { formSubmissionId: string } }
  return data.formSubmissionId
}

export type Submitted = {
  status: number
  body: { status: string; data?: { id: string; receiptToken: string }; error?: string; code?: string }
}

/** Submits a full application; `changes` replaces answers. */
export async function submitApplication(
  url: string,
  formSubmissionId: string | undefined,
  changes: Values = {},
  slug = 'demo',
): Promise<Submitted> {
  const answer = await fetch(`${url}/api/form/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...fullApplication(changes),
      generatedLinkSlug: slug,
      ...(formSubmissionId !== undefined && { formSubmissionId }),
    }),
  })
  return { status: answer.status, body: (await answer.json()) as Submitted['body'] }
}

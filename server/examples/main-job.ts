// npx openapi-typescript https://intake.example.com/api/openapi.json -o intake.d.ts
import { writeFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './intake.d.ts'

const { INTAKE_URL = '', INTAKE_KEY = '' } = process.env
const intake = createClient<paths>({
  baseUrl: `${INTAKE_URL}/api/v1`,
  headers: { authorization: `Bearer ${INTAKE_KEY}` },
})

type Schemas = components['schemas']
const filter: Schemas['FormSubmissionsFilter'] = { status: 'new' }
const sort: Schemas['FormSubmissionsSort'] = ['createdAt', 'ASC']
const range: Schemas['Range'] = [0, 99]
const query = {
  filter: JSON.stringify(filter),
  sort: JSON.stringify(sort),
  range: JSON.stringify(range),
}
const list = await intake.GET('/form/submissions', { params: { query } })
if (list.error) throw new Error(`${list.error.code}: ${list.error.error}`)
for (const { id, updatedAt, status } of list.data.data) {
  const params = { path: { id } }
  const pdf = await intake.GET('/form/pdf/{id}', { params, parseAs: 'arrayBuffer' })
  if (pdf.data) await writeFile(`${id}.pdf`, new Uint8Array(pdf.data))
  const moved = await intake.PUT('/form/submissions/{id}/status', {
    params,
    body: { status: 'in_review', updatedAt },
  })
  console.log(id, status, moved.data?.data.status ?? moved.error?.error)
}

const headers = { 'Idempotency-Key': 'acme-1' }
const company = await intake.POST('/company/create', {
  params: { header: headers },
  body: { nameIn: 'Acme', nameOut: 'Acme Funding' },
})
if (company.error) throw new Error(company.error.error)
const link = await intake.POST('/generated-link/create', { body: { companyId: company.data.data.id } })
console.log(link.data?.data.url)

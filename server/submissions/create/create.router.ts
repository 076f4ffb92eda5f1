import { answer, callsOf, publicCallsOf } from '../../trpc/call.ts'
import { recordOutput } from '../submission.schema.ts'
import * as schema from './create.schema.ts'
import { createSubmission } from './create-submission.service.ts'
import { readFormSchema } from './form-schema.service.ts'

const call = callsOf('Submissions')

export const createProcedures = {
  createSubmission: call(
    'submission.create',
    'POST /form/submissions',
    'Send in an application from a form of your own; it is unsigned until a signature is asked for and given',
    schema.createInput,
    recordOutput,
    { errors: [404, 413, 429] },
  ).mutation(answer(createSubmission)),

  formSchema: publicCallsOf('Public form', [400, 404, 503])(
    'GET /form/schema/{slug}',
    'What the form of a link asks for, for those who draw their own',
    schema.schemaInput,
    schema.schemaOutput,
  ).query(answer((services, { language }, { slug }) => readFormSchema(services, slug, language))),
}

import { answer, callsOf, publicCallsOf } from '../../trpc/call.ts'
import { recordOutput } from '../submission.schema.ts'
import * as schema from './create.schema.ts'
import { createSubmission } from './create-submission.service.ts'
import { readFormSchema } from './form-schema.service.ts'
import { updateInput } from '../update/update.schema.ts'
import { updateSubmission } from '../update/update-submission.service.ts'

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

  updateSubmission: call(
    'submission.update',
    'PUT /form/submissions/{id}',
    'Set `externalId` and `metadata` of an application; other fields have calls of their own',
    updateInput,
    recordOutput,
    { errors: [404, 409, 413] },
  ).mutation(answer(updateSubmission)),

  formSchema: publicCallsOf('Public form', [400, 404, 503])(
    'GET /form/schema/{slug}',
    'What the form of a link asks for, for those who draw their own',
    schema.schemaInput,
    schema.schemaOutput,
  ).query(answer((services, { language }, { slug }) => readFormSchema(services, slug, language))),
}

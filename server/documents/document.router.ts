import { answer, answerRows, callsOf, publicCallsOf } from '../trpc/call.ts'
import { router } from '../trpc/init.ts'
import { describeDocument, documentsOfCompany, documentsOfSubmission } from './document.service.ts'
import { glanceAtUpload, unlockUpload } from '../statements/attached-statement.ts'
import * as schema from './document.schema.ts'
import { removeUpload, setStatementMonth, withOpenUpload } from './upload.service.ts'

const publicCall = publicCallsOf('Public form', [400, 503])
const call = callsOf('Documents')

export const documentRouter = router({
  removeUpload: publicCall(
    'DELETE /documents/upload-public/{id}',
    'Take an attached file back before the submit, by its id or its client file id; the header x-form-session says whose',
    schema.removeInput,
    schema.removeOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => removeUpload(services, by.formSession, input.id))),

  setStatementMonth: publicCall(
    'PUT /documents/upload-public/{id}/statement-month',
    'Say before the submit what an attached file is, and which month a statement covers; a month alone makes it a statement',
    schema.setStatementMonthInput,
    schema.removeOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => setStatementMonth(services, by.formSession, input))),

  attachedStatement: publicCall(
    'GET /documents/upload-public/{id}/statement',
    'Which bank statement an attached file is, by its first pages: month, bank and the end of the account number, no figures',
    schema.removeInput,
    schema.attachedStatementOutput,
    { errors: [404, 409, 429] },
  ).query(
    answer((services, { formSession, ip }, { id }) =>
      glanceAtUpload(services, { ip, withUpload: (work) => withOpenUpload(services, formSession, id, work) }),
    ),
  ),

  unlockUpload: publicCall(
    'PUT /documents/upload-public/{id}/password',
    'Open an attached PDF that is locked: an unlocked copy is stored beside it, the password nowhere; five tries a file',
    schema.unlockInput,
    schema.attachedStatementOutput,
    { errors: [404, 409, 429] },
  ).mutation(
    answer((services, { formSession, ip }, { id, password }) =>
      unlockUpload(services, {
        ip,
        password,
        withUpload: (work) => withOpenUpload(services, formSession, id, work),
      }),
    ),
  ),

  describe: call(
    'submission.update',
    'PUT /documents/{id}',
    'Say what a file of a submission is, and which month a statement covers',
    schema.describeInput,
    schema.describeOutput,
  ).mutation(answer(describeDocument)),

  forSubmission: call(
    'page:forms',
    'GET /documents/form-submission/{submissionId}',
    'The files that came with an application',
    schema.ofSubmissionInput,
    schema.documentsOutput,
  ).query(answerRows((services, by, input) => documentsOfSubmission(services, by, input.submissionId))),

  forCompany: call(
    'page:forms',
    'GET /documents/company/{companyId}',
    'Files of the company itself, which came with no application',
    schema.ofCompanyInput,
    schema.documentsOutput,
  ).query(answerRows((services, by, input) => documentsOfCompany(services, by, input.companyId))),
})

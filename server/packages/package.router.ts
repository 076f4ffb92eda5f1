import { LIMITS } from '#domain/limits'
import { answer, answerRows, callsOf, publicCallsOf } from '../trpc/call.ts'
import { success } from '../trpc/envelope.ts'
import { router } from '../trpc/init.ts'
import { answerPackage } from './answer-package.service.ts'
import { openPackage } from './open-package.service.ts'
import * as schema from './package.schema.ts'
import { listPackages, resendPackage, withdrawPackage } from './packages.service.ts'
import { sendPackages } from './send-packages.service.ts'

const call = callsOf('Funders')
const publicCall = publicCallsOf('Funders', [400, 403, 404, 429, 503])

export const packageProcedures = {
  packages: call(
    'page:forms',
    'GET /form/submissions/{id}/packages',
    'What of a submission went to which funder, newest first',
    schema.packagesInput,
    schema.packagesOutput,
  ).query(answerRows((services, by, input) => listPackages(services, by, input.id))),

  sendPackages: call(
    'package.send',
    'POST /form/submissions/{id}/packages',
    `Send a submission to funders, each by a mailed link that works for ${LIMITS.packageDays} days; documents need submission:export, and the application goes masked without submission:reveal`,
    schema.sendInput,
    schema.packagesOutput,
    { errors: [404, 409] },
  ).mutation(answerRows(sendPackages)),
}

export const packageRouter = router({
  withdraw: call(
    'package.send',
    'POST /package/withdraw/{id}',
    'Withdraw a package; its link opens nothing any more',
    schema.packageInput,
    schema.packageOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => withdrawPackage(services, by, input.id))),

  resend: call(
    'package.send',
    'POST /package/resend/{id}',
    'Mail the link of a package again',
    schema.packageInput,
    schema.packageOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => resendPackage(services, by, input.id))),

  open: publicCall(
    'POST /package/open',
    'What a package holds. A new browser is mailed a code first, and remembered by a cookie once it sends the code',
    schema.openInput,
    schema.openOutput,
  ).mutation(async ({ ctx, input }) => {
    const { cookies, data } = await openPackage(ctx.services, ctx, input)
    for (const cookie of cookies) ctx.setHeader('set-cookie', cookie)
    return success(data)
  }),

  answer: publicCall(
    'POST /package/answer',
    'Make an offer, decline, or ask for more; the latest answer counts',
    schema.answerInput,
    schema.answerOutput,
  ).mutation(answer((services, by, input) => answerPackage(services, by, input))),
})

import { renewSubmission } from '../form-sessions/renewal.service.ts'
import { answer, answerRows, callsOf } from '../trpc/call.ts'
import { idInput } from '../trpc/inputs.ts'
import { router } from '../trpc/init.ts'
import * as funding from './funding.schema.ts'
import { fundSubmission } from './funding.service.ts'
import * as schema from './offer.schema.ts'
import { addOffer, chooseOffer, updateOffer } from './offers.service.ts'
import { listOffers } from './read-offers.ts'
import { reportInput, reportOutput } from './report.schema.ts'
import { reportFunders } from './report.service.ts'

const call = callsOf('Offers')

export const offerProcedures = {
  offers: call(
    'submission.list',
    'GET /form/submissions/{id}/offers',
    'The offers on a submission, newest first; of several answers of a funder the last',
    idInput,
    schema.offersOutput,
  ).query(answerRows((services, by, input) => listOffers(services, by, input.id))),

  addOffer: call(
    'offer.update',
    'POST /form/submissions/{id}/offers',
    'Enter what a funder answered by mail or phone: an offer, which takes the place of its earlier one, or a decline, which returns null',
    schema.addOfferInput,
    schema.answerOutput,
    { errors: [404, 409] },
  ).mutation(answer(addOffer)),

  fund: call(
    'offer.choose',
    'POST /form/submissions/{id}/fund',
    'Enter what a submission was funded with, which moves it to funded; called again, it corrects that',
    funding.fundInput,
    funding.fundOutput,
    { errors: [404, 409] },
  ).mutation(answer(fundSubmission)),

  renew: call(
    'submission.update',
    'POST /form/submissions/{id}/renew',
    'Mail the merchant of a funded submission a link to a new application, with the earlier answers but the sensitive ones',
    funding.renewInput,
    funding.renewOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => renewSubmission(services, by, input.id))),
}

export const offerRouter = router({
  update: call(
    'offer.update',
    'PUT /offer/update/{id}',
    'Change an offer, or show it to the applicant',
    schema.updateOfferInput,
    schema.offerOutput,
    { errors: [404, 409] },
  ).mutation(answer(updateOffer)),

  choose: call(
    'offer.choose',
    'POST /offer/choose/{id}',
    'Choose an offer, which moves the submission to approved',
    idInput,
    schema.offerOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => chooseOffer(services, by, input.id))),

  report: call(
    'funder.report',
    'GET /report/funders',
    'What was funded, by month, by funder and by user: count, amount, commission, approval rate and days',
    reportInput,
    reportOutput,
    { errors: [] },
  ).query(answerRows(reportFunders)),
})

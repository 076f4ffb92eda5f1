import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { router } from '../../trpc/init.ts'
import { idInput } from '../../trpc/inputs.ts'
import * as schema from './webhook.schema.ts'
import * as webhooks from './webhook.service.ts'

const call = callsOf('Webhooks')
const one = envelope(schema.webhook)

export const eventRouter = router({
  list: call(
    'submission.list',
    'GET /events',
    'What happened to submissions in the last 30 days, oldest first',
    schema.eventsInput,
    listEnvelope(schema.event),
    { errors: [] },
  ).query(answerList('events', (services, { actor }, input) => webhooks.listEvents(services, actor, input))),
})

export const webhookRouter = router({
  list: call(
    'webhook.manage',
    'GET /webhook/get',
    'Webhooks, newest first',
    schema.listInput,
    listEnvelope(schema.webhook),
    { errors: [] },
  ).query(
    answerList('webhooks', (services, { actor }, input) => webhooks.listWebhooks(services, actor, input)),
  ),

  get: call('webhook.manage', 'GET /webhook/get/{id}', 'One webhook', idInput, one).query(
    answer((services, { actor }, { id }) => webhooks.getWebhook(services, actor, id)),
  ),

  create: call(
    'webhook.manage',
    'POST /webhook/create',
    'Make a webhook; its signing secret is shown this once',
    schema.createInput,
    envelope(schema.webhookWithSecret),
    { errors: [409] },
  ).mutation(answer(webhooks.createWebhook)),

  update: call(
    'webhook.manage',
    'PUT /webhook/update/{id}',
    'Change a webhook, or switch it on or off',
    schema.updateInput,
    one,
    { errors: [404, 409] },
  ).mutation(answer(webhooks.updateWebhook)),

  delete: call(
    'webhook.manage',
    'DELETE /webhook/delete/{id}',
    'Delete a webhook with its log',
    idInput,
    one,
  ).mutation(answer((services, by, { id }) => webhooks.deleteWebhook(services, by, id))),

  rotate: call(
    'webhook.manage',
    'POST /webhook/rotate/{id}',
    'Make a new signing secret; the old one signs 24 hours',
    idInput,
    envelope(schema.webhookWithSecret),
    { errors: [404] },
  ).mutation(answer((services, by, { id }) => webhooks.rotateSecret(services, by, id))),

  takeOver: call(
    'webhook.manage',
    'POST /webhook/take-over/{id}',
    'Become the maker of a webhook that stopped with its maker',
    idInput,
    one,
    { errors: [404, 409] },
  ).mutation(answer((services, by, { id }) => webhooks.takeOver(services, by, id))),

  test: call(
    'webhook.manage',
    'POST /webhook/test/{id}',
    'Send a message of the type webhook.test',
    idInput,
    envelope(schema.outcome),
    { errors: [404] },
  ).mutation(answer((services, by, { id }) => webhooks.testWebhook(services, by, id))),

  deliveries: call(
    'webhook.manage',
    'GET /webhook/deliveries/{id}',
    'Events for a webhook in the last 30 days, newest first',
    schema.deliveriesInput,
    listEnvelope(schema.delivery),
  ).query(
    answerList('deliveries', (services, { actor }, input) => webhooks.listDeliveries(services, actor, input)),
  ),

  resend: call(
    'webhook.manage',
    'POST /webhook/resend/{id}',
    'Send the event of a delivery again, with its id',
    idInput,
    envelope(schema.delivery),
    { errors: [404, 409] },
  ).mutation(answer((services, by, { id }) => webhooks.resend(services, by, id))),
})

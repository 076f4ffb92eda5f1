import { envelope, listAnswer, listEnvelope, success } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import * as schema from './webhook.schema.ts'
import * as webhooks from './webhook.service.ts'

const rest = restMeta('Webhooks')
const managed = actionProcedure('webhook.manage')
const one = managed.input(schema.idInput)

export const eventRouter = router({
  list: actionProcedure('submission.list')
    .meta(rest('GET', '/events', 'What happened to submissions in the last 30 days, oldest first', []))
    .input(schema.eventsInput)
    .output(listEnvelope(schema.event))
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'events', await webhooks.listEvents(ctx.services, ctx.actor, input)),
    ),
})

export const webhookRouter = router({
  list: managed
    .meta(rest('GET', '/webhook/get', 'Webhooks, newest first', []))
    .input(schema.listInput)
    .output(listEnvelope(schema.webhook))
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'webhooks', await webhooks.listWebhooks(ctx.services, ctx.actor, input)),
    ),

  get: one
    .meta(rest('GET', '/webhook/get/{id}', 'One webhook'))
    .output(envelope(schema.webhook))
    .query(async ({ ctx, input }) => success(await webhooks.getWebhook(ctx.services, ctx.actor, input.id))),

  create: managed
    .meta(rest('POST', '/webhook/create', 'Make a webhook; its signing secret is shown this once', [409]))
    .input(schema.createInput)
    .output(envelope(schema.webhookWithSecret))
    .mutation(async ({ ctx, input }) => success(await webhooks.createWebhook(ctx.services, ctx, input))),

  update: managed
    .meta(rest('PUT', '/webhook/update/{id}', 'Change a webhook, or switch it on or off', [404, 409]))
    .input(schema.updateInput)
    .output(envelope(schema.webhook))
    .mutation(async ({ ctx, input }) => success(await webhooks.updateWebhook(ctx.services, ctx, input))),

  delete: one
    .meta(rest('DELETE', '/webhook/delete/{id}', 'Delete a webhook with its log'))
    .output(envelope(schema.webhook))
    .mutation(async ({ ctx, input }) => success(await webhooks.deleteWebhook(ctx.services, ctx, input.id))),

  rotate: managed
    .meta(
      rest('POST', '/webhook/rotate/{id}', 'Make a new signing secret; the old one signs 24 hours', [404]),
    )
    .input(schema.idInput)
    .output(envelope(schema.webhookWithSecret))
    .mutation(async ({ ctx, input }) => success(await webhooks.rotateSecret(ctx.services, ctx, input.id))),

  takeOver: one
    .meta(
      rest(
        'POST',
        '/webhook/take-over/{id}',
        'Become the maker of a webhook that stopped with its maker',
        [404, 409],
      ),
    )
    .output(envelope(schema.webhook))
    .mutation(async ({ ctx, input }) => success(await webhooks.takeOver(ctx.services, ctx, input.id))),

  test: one
    .meta(rest('POST', '/webhook/test/{id}', 'Send a message of the type webhook.test', [404]))
    .output(envelope(schema.outcome))
    .mutation(async ({ ctx, input }) => success(await webhooks.testWebhook(ctx.services, ctx, input.id))),

  deliveries: managed
    .meta(rest('GET', '/webhook/deliveries/{id}', 'Events for a webhook in the last 30 days, newest first'))
    .input(schema.deliveriesInput)
    .output(listEnvelope(schema.delivery))
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'deliveries', await webhooks.listDeliveries(ctx.services, ctx.actor, input)),
    ),

  resend: one
    .meta(rest('POST', '/webhook/resend/{id}', 'Send the event of a delivery again, with its id', [404, 409]))
    .output(envelope(schema.delivery))
    .mutation(async ({ ctx, input }) => success(await webhooks.resend(ctx.services, ctx, input.id))),
})

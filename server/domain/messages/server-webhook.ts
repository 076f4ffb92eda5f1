import { LIMITS } from '../limits.ts'

export const webhookServerMessages = {
  url: 'Enter an address on the public internet that begins with https://, without a user name or a password.',
  tooMany: `There are ${LIMITS.webhooks} webhooks already. Delete one first.`,
  stopped: 'This webhook is switched off. Switch it on first.',
  makerLost: 'The person who made this webhook can no longer manage webhooks. Take it over first.',
  unknownEvent: `This event is not known any more: events are kept for ${LIMITS.eventDays} days. Leave "after" out to begin with the oldest.`,
} as const

import { expect, it } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { ApiError } from './calls/api-error.ts'
import { sendFailure } from './send-failure.ts'

it.each([
  [new ApiError('', 'network'), formMessages.errors.noConnection],
  [new ApiError('', 'unavailable'), formMessages.errors.submitLater],
  [new ApiError('The link has ended.', 'link_ended'), 'The link has ended.'],
  [new Error('no such function'), formMessages.errors.submitLater],
])('says why %s kept an answer from arriving', (cause, sentence) => {
  expect(sendFailure(cause, formMessages)).toBe(sentence)
})

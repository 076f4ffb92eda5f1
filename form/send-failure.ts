import type { FormMessages } from '#domain/messages/form'
import { ApiError } from './calls/api-error.ts'

/** The sentence to show where sending failed: the server's own, if it gave one. */
export const sendFailure = (cause: unknown, { errors }: FormMessages): string =>
  cause instanceof ApiError && cause.code === 'network'
    ? errors.noConnection
    : (cause instanceof ApiError && cause.message) || errors.submitLater

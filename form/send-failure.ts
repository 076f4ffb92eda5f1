import type { FormMessages } from '#domain/messages/form'
import { ApiError } from './calls/api-error.ts'

/** Why answers, a signature or a wish did not arrive: in the server's words, where it has any. */
export const sendFailure = (cause: unknown, { errors }: FormMessages): string =>
  cause instanceof ApiError && cause.code === 'network'
    ? errors.noConnection
    : (cause instanceof ApiError && cause.message) || errors.submitLater

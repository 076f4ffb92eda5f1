import { initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { DEFAULT_LANGUAGE } from '#domain/language'
import type { Action } from '#domain/actions'
import { LIMITS } from '#domain/limits'
import type { Permission } from '#domain/permissions'
import type { Actor } from '../auth/actor.ts'
import { requireAccount, requireAction, requireActor, requirePermission } from '../auth/guards.ts'
import { AppError, errorBody, type ErrorBody } from '../errors.ts'
import { limitEach } from '../lib/limit-concurrency.ts'
import type { Context } from './context.ts'
import { toKnownError, publicError } from './public-error.ts'

/** `code` stays tRPC's number; ours is `errorCode`. */
export const withErrorBody = <Shape extends { code: number }>(shape: Shape, body: ErrorBody) => ({
  ...shape,
  ...body,
  message: body.error,
  code: shape.code,
  errorCode: body.code,
})

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta>()
  .create({
    // tRPC would send stacks outside NODE_ENV=production.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const body = errorBody(publicError(error, ctx?.requestId ?? ''), ctx?.language ?? DEFAULT_LANGUAGE)
      return withErrorBody(shape, body)
    },
  })

export const router = t.router

const coded = t.middleware(async ({ next }) => {
  const result = await next()
  const error = result.ok ? null : toKnownError(result.error.cause)
  if (error === null) return result
  throw new TRPCError({ code: error.trpcCode, cause: error, message: error.message })
})

export const publicProcedure = t.procedure.use(coded)

/** Further calls of the actor wait, so that others find a connection and a processor. */
const inLine = limitEach(LIMITS.callsAtOnce)

const procedureOf = (allow: (ctx: Context) => Actor) =>
  publicProcedure.use(({ ctx, type, next }) => {
    const actor = allow(ctx)
    return inLine(actor.apiKey?.id ?? actor.userId, async () => {
      // The client has closed the connection: nobody would read the answer, and the same caller's other calls would wait for it.
      if (type === 'query' && ctx.isGone()) throw new AppError('too_many_requests')
      return next({ ctx: { actor } })
    })
  })

export const signedInProcedure = procedureOf(requireActor)

/** Also before the account's second step is set up. */
export const accountProcedure = procedureOf(requireAccount)

export const permissionProcedure = (...anyOf: [Permission, ...Permission[]]) =>
  procedureOf((ctx) => requirePermission(ctx, ...anyOf)).meta({ needs: anyOf })

export const actionProcedure = (action: Action) =>
  procedureOf((ctx) => requireAction(ctx, action)).meta({ needs: action })

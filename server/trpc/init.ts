import { initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { serverMessages } from '#domain/messages/server'
import { can, type Permission } from '#domain/permissions'
import { AppError, errorBody } from '../errors.ts'
import type { Context } from './context.ts'
import { publicError } from './public-error.ts'

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta>()
  .create({
    // tRPC would send stacks outside NODE_ENV=production.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const body = errorBody(publicError(error, ctx?.requestId ?? ''))
      return { ...shape, ...body, message: body.error, code: shape.code, errorCode: body.code }
    },
  })

export const router = t.router
export const mergeRouters = t.mergeRouters
export const createCallerFactory = t.createCallerFactory

/** AppErrors take their tRPC code from the one table. */
const coded = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok || !(result.error.cause instanceof AppError)) return result
  throw new TRPCError({ code: result.error.cause.trpcCode, cause: result.error.cause, message: result.error.message })
})

export const publicProcedure = t.procedure.use(coded)

/** For anybody who is signed in. */
export const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (ctx.actor === null) {
    throw new AppError('unauthenticated', ctx.tokenRefused ? serverMessages.sessionEnded : undefined)
  }
  return next({ ctx: { ...ctx, actor: ctx.actor } })
})

/** For those who hold at least one of these permissions; whose rows they reach is the service's to scope. */
export const permitted = (...anyOf: [Permission, ...Permission[]]) =>
  signedInProcedure.use(({ ctx, next }) => {
    if (!anyOf.some((permission) => can(ctx.actor, permission))) throw new AppError('forbidden')
    return next({ ctx })
  })

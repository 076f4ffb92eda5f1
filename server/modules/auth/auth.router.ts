import { envelope, success } from '../../trpc/envelope.ts'
import { publicProcedure, router, signedInProcedure } from '../../trpc/init.ts'
import { noInput } from '../../trpc/inputs.ts'
import { credentials, me, signedIn, signedOut } from './auth.schema.ts'
import { signIn, signOut, whoAmI } from './auth.service.ts'

export const authRouter = router({
  login: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/login',
        tags: ['Session'],
        protect: false,
        summary: 'Sign in',
        errorResponses: [400, 401, 413, 415, 429, 503],
      },
    })
    .input(credentials)
    .output(envelope(signedIn))
    .mutation(async ({ ctx, input }) => success(await signIn(ctx.services, input, ctx))),

  logout: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/logout',
        tags: ['Session'],
        summary: 'Sign out: the token signs nobody in any more',
        errorResponses: [400, 401, 503],
      },
    })
    .input(noInput)
    .output(envelope(signedOut))
    .mutation(async ({ ctx }) => {
      await signOut(ctx.services, ctx.actor, ctx.ip)
      return success({ signedOut: true as const })
    }),
})

/** The caller's own account. */
export const sessionProcedures = {
  me: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/user/me',
        tags: ['Session'],
        summary: 'Who is signed in, and what they may do',
        errorResponses: [400, 401, 503],
      },
    })
    .input(noInput)
    .output(envelope(me))
    .query(async ({ ctx }) => success(await whoAmI(ctx.services, ctx.actor))),
}

import type { Context } from '../../trpc/context.ts'
import { envelope, success } from '../../trpc/envelope.ts'
import { accountProcedure, publicProcedure, router } from '../../trpc/init.ts'
import { noInput } from '../../trpc/inputs.ts'
import {
  asked,
  changed,
  credentials,
  forgotten,
  me,
  reset,
  secondStep,
  signedIn,
  signedOut,
} from './auth.schema.ts'
import { signIn, signOut, verifySignIn, whoAmI, type Welcome } from './auth.service.ts'
import { askForReset, setForgottenPassword } from './forgotten-password.service.ts'

export const authRouter = router({
  login: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/login',
        tags: ['Session'],
        protect: false,
        summary: 'Sign in',
        description:
          'Whoever signs in with two steps is answered 401 with the code `otp_required` and a `ticket`, which goes with ' +
          'the code of the app to /auth/verify.',
        errorResponses: [400, 401, 413, 415, 429, 503],
      },
    })
    .input(credentials)
    .output(envelope(signedIn))
    .mutation(async ({ ctx, input }) => welcome(ctx, await signIn(ctx.services, input, ctx))),

  verify: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/verify',
        tags: ['Session'],
        protect: false,
        summary: 'Sign in, second step: the code of the authenticator app, or a recovery code',
        errorResponses: [400, 401, 413, 415, 429, 503],
      },
    })
    .input(secondStep)
    .output(envelope(signedIn))
    .mutation(async ({ ctx, input }) => welcome(ctx, await verifySignIn(ctx.services, input, ctx))),

  forgotPassword: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/forgot-password',
        tags: ['Session'],
        protect: false,
        summary:
          'Mail a link to a new password; the answer is the same whether there is such an account or not',
        errorResponses: [400, 413, 415, 429, 503],
      },
    })
    .input(forgotten)
    .output(envelope(asked))
    .mutation(async ({ ctx, input }) => {
      await askForReset(ctx.services, input.email, ctx)
      return success({ asked: true as const })
    }),

  resetPassword: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/reset-password',
        tags: ['Session'],
        protect: false,
        summary: 'Set a new password with the token of a mailed link; it ends every session of the user',
        errorResponses: [400, 413, 415, 429, 503],
      },
    })
    .input(reset)
    .output(envelope(changed))
    .mutation(async ({ ctx, input }) => {
      ctx.setHeader('set-cookie', await setForgottenPassword(ctx.services, input, ctx.ip))
      return success({ changed: true as const })
    }),

  logout: accountProcedure
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

function welcome({ setHeader }: Context, { cookie, ...signedIn }: Welcome) {
  setHeader('set-cookie', cookie)
  return success(signedIn)
}

export const sessionProcedures = {
  me: accountProcedure
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

import type { Context } from '../trpc/context.ts'
import { envelope, success } from '../trpc/envelope.ts'
import { accountProcedure, publicProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { noInput } from '../trpc/inputs.ts'
import {
  asked,
  changed,
  credentials,
  forgotten,
  me,
  reset,
  secondStep,
  ssoAnswer,
  ssoStarted,
  signedIn,
  signedOut,
} from './auth.schema.ts'
import { signIn, signOut, verifySignIn, whoAmI, type Welcome } from './auth.service.ts'
import { finishSso, startSso } from './sso.service.ts'
import { askForReset, setForgottenPassword } from './forgotten-password.service.ts'

const publicRest = restMeta('Session', { protect: false, base: [400, 413, 415, 429, 503] })
const rest = restMeta('Session')

export const authRouter = router({
  login: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/auth/login',
        'Sign in',
        [401, 403],
        'Whoever signs in with two steps is answered 401 with the code `otp_required` and a `ticket`, which goes with ' +
          'the code of the app to /auth/verify.',
      ),
    )
    .input(credentials)
    .output(envelope(signedIn))
    .mutation(async ({ ctx, input }) => welcome(ctx, await signIn(ctx.services, input, ctx))),

  verify: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/auth/verify',
        'Sign in, second step: the code of the authenticator app, or a recovery code',
        [401, 403],
      ),
    )
    .input(secondStep)
    .output(envelope(signedIn))
    .mutation(async ({ ctx, input }) => welcome(ctx, await verifySignIn(ctx.services, input, ctx))),

  startSso: publicProcedure
    .meta(publicRest('POST', '/auth/sso/start', 'Begin to sign in at the OpenID provider of a company', []))
    .input(forgotten)
    .output(envelope(ssoStarted))
    .mutation(async ({ ctx, input }) => success(await startSso(ctx.services, input.email, ctx.ip))),

  finishSso: publicProcedure
    .meta(
      publicRest('POST', '/auth/sso/finish', 'Sign in with the answer of the OpenID provider', [401, 403]),
    )
    .input(ssoAnswer)
    .output(envelope(signedIn))
    .mutation(async ({ ctx, input }) => welcome(ctx, await finishSso(ctx.services, input, ctx))),

  forgotPassword: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/auth/forgot-password',
        'Mail a link to a new password; the answer is the same whether there is such an account or not',
        [],
      ),
    )
    .input(forgotten)
    .output(envelope(asked))
    .mutation(async ({ ctx, input }) => {
      await askForReset(ctx.services, input.email, ctx)
      return success({ asked: true as const })
    }),

  resetPassword: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/auth/reset-password',
        'Set a new password with the token of a mailed link; it ends every session of the user',
        [],
      ),
    )
    .input(reset)
    .output(envelope(changed))
    .mutation(async ({ ctx, input }) => {
      ctx.setHeader('set-cookie', await setForgottenPassword(ctx.services, input, ctx.ip))
      return success({ changed: true as const })
    }),

  logout: accountProcedure
    .meta(rest('POST', '/auth/logout', 'Sign out: the token signs nobody in any more', []))
    .input(noInput)
    .output(envelope(signedOut))
    .mutation(async ({ ctx }) => {
      await signOut(ctx.services, ctx)
      return success({ signedOut: true as const })
    }),
})

function welcome({ setHeader }: Context, { cookie, ...signedIn }: Welcome) {
  setHeader('set-cookie', cookie)
  return success(signedIn)
}

export const sessionProcedures = {
  me: accountProcedure
    .meta(rest('GET', '/user/me', 'Who is signed in, and what they may do', []))
    .input(noInput)
    .output(envelope(me))
    .query(async ({ ctx }) => success(whoAmI(ctx.actor))),
}

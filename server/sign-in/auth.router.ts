import { answer, callsOf, publicCallsOf } from '../trpc/call.ts'
import type { Context } from '../trpc/context.ts'
import { envelope, success } from '../trpc/envelope.ts'
import { router } from '../trpc/init.ts'
import { noInput } from '../trpc/inputs.ts'
import * as schema from './auth.schema.ts'
import { signIn, signOut, verifySignIn, whoAmI, type Welcome } from './auth.service.ts'
import { finishSso, isSsoOffered, startSso } from './sso.service.ts'
import { askForReset, setForgottenPassword } from './forgotten-password.service.ts'

const publicCall = publicCallsOf('Session', [400, 413, 415, 429, 503])
const call = callsOf('Session')

export const authRouter = router({
  login: publicCall('POST /auth/login', 'Sign in', schema.credentials, envelope(schema.signedIn), {
    errors: [401, 403],
    description:
      'Whoever signs in with two steps is answered 401 with the code `otp_required` and a `ticket`, which goes with ' +
      'the code of the app to /auth/verify.',
  }).mutation(async ({ ctx, input }) => welcome(ctx, await signIn(ctx.services, input, ctx))),

  verify: publicCall(
    'POST /auth/verify',
    'Sign in, second step: the code of the authenticator app, or a recovery code',
    schema.secondStep,
    envelope(schema.signedIn),
    { errors: [401, 403] },
  ).mutation(async ({ ctx, input }) => welcome(ctx, await verifySignIn(ctx.services, input, ctx))),

  sso: publicCall(
    'GET /auth/sso',
    'Whether a company has an OpenID provider to sign in at',
    noInput,
    envelope(schema.ssoOffered),
    { errors: [] },
  ).query(answer(isSsoOffered)),

  startSso: publicCall(
    'POST /auth/sso/start',
    'Begin to sign in at the OpenID provider of a company',
    schema.forgotten,
    envelope(schema.ssoStarted),
    { errors: [] },
  ).mutation(answer((services, by, input) => startSso(services, input.email, by.ip))),

  finishSso: publicCall(
    'POST /auth/sso/finish',
    'Sign in with the answer of the OpenID provider',
    schema.ssoAnswer,
    envelope(schema.signedIn),
    { errors: [401, 403] },
  ).mutation(async ({ ctx, input }) => welcome(ctx, await finishSso(ctx.services, input, ctx))),

  forgotPassword: publicCall(
    'POST /auth/forgot-password',
    'Mail a link to a new password; the answer is the same whether there is such an account or not',
    schema.forgotten,
    envelope(schema.asked),
    { errors: [] },
  ).mutation(async ({ ctx, input }) => {
    await askForReset(ctx.services, input.email, ctx)
    return success({ asked: true as const })
  }),

  resetPassword: publicCall(
    'POST /auth/reset-password',
    'Set a new password with the token of a mailed link; it ends every session of the user',
    schema.reset,
    envelope(schema.changed),
    { errors: [] },
  ).mutation(async ({ ctx, input }) => {
    ctx.setHeader('set-cookie', await setForgottenPassword(ctx.services, input, ctx.ip))
    return success({ changed: true as const })
  }),

  logout: call(
    'account',
    'POST /auth/logout',
    'Sign out: the token signs nobody in any more',
    noInput,
    envelope(schema.signedOut),
    { errors: [] },
  ).mutation(async ({ ctx }) => {
    await signOut(ctx.services, ctx)
    return success({ signedOut: true as const })
  }),
})

function welcome({ setHeader }: Context, { cookie, ...signedIn }: Welcome) {
  setHeader('set-cookie', cookie)
  return success(signedIn)
}

export const sessionProcedures = {
  me: call(
    'account',
    'GET /user/me',
    'Who is signed in, and what they may do',
    noInput,
    envelope(schema.me),
    {
      errors: [],
    },
  ).query(async ({ ctx }) => success(whoAmI(ctx.actor))),
}

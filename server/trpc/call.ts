import type { z } from 'zod'
import type { Action } from '#domain/actions'
import { isRecord } from '#domain/json'
import type { Permission } from '#domain/permissions'
import { AppError } from '../errors.ts'
import { limitConcurrency, limitEach } from '../lib/limit-concurrency.ts'
import type { Page } from '../platform/database/cursor.ts'
import type { Services } from '../services.ts'
import type { Context } from './context.ts'
import { listAnswer, success, successList } from './envelope.ts'
import {
  accountProcedure,
  actionProcedure,
  permissionProcedure,
  publicProcedure,
  signedInProcedure,
} from './init.ts'
import { restMeta, type More, type Route } from './rest-meta.ts'

const LARGE_AT_ONCE = 2
const LARGE_ROWS = 50

type PagePermission = Extract<Permission, `page:${string}`>
/** `account`: also before the account's second step is set up. */
type Access = Action | PagePermission | 'signed-in' | 'account'

const isPage = (access: Access): access is PagePermission => access.startsWith('page:')

function procedureFor(access: Access) {
  if (access === 'account') return accountProcedure
  if (access === 'signed-in') return signedInProcedure
  return isPage(access) ? permissionProcedure(access) : actionProcedure(access)
}

/** @param tag of the document */
export function callsOf(tag: string) {
  const rest = restMeta(tag)
  return <Input extends z.ZodType, Output extends z.ZodType>(
    access: Access,
    route: Route,
    summary: string,
    input: Input,
    output: Output,
    more?: More,
  ) =>
    procedureFor(access)
      .meta(rest(route, summary, more))
      .input(input)
      .output(output)
}

/** Calls that take no account. @param base the statuses of errors that each may answer */
export function publicCallsOf(tag: string, base: readonly number[]) {
  const rest = restMeta(tag, base)
  return <Input extends z.ZodType, Output extends z.ZodType>(
    route: Route,
    summary: string,
    input: Input,
    output: Output,
    more?: More,
  ) =>
    publicProcedure
      .meta(rest(route, summary, more))
      .input(input)
      .output(output)
}

type Call<By, Input> = { ctx: By & Context; input: Input }
type Work<By, Input, Result> = (services: Services, by: By, input: Input) => Promise<Result> | Result

export const answer =
  <Input, Result, By = Context>(work: Work<By, Input, Result>) =>
  async ({ ctx, input }: Call<By, Input>) =>
    success(await work(ctx.services, ctx, input))

export const answerRows =
  <Input, Row, By = Context>(work: Work<By, Input, Row[]>) =>
  async ({ ctx, input }: Call<By, Input>) => {
    const rows = await work(ctx.services, ctx, input)
    return successList(rows, rows.length)
  }

/** Of large lists only so many are made at once, one of each caller: each holds a processor for a while. */
const inTurn = limitConcurrency(LARGE_AT_ONCE)
const inLine = limitEach(1)
/** A list without a range may have as many rows as lists have. */
const isLarge = (input: unknown): boolean => {
  const range = isRecord(input) ? input.range : null
  return !Array.isArray(range) || Number(range[1]) - Number(range[0]) >= LARGE_ROWS
}

/** @param name in the header Content-Range */
export const answerList =
  <Input, Row, By = Context>(name: string, work: Work<By, Input, Page<Row>>) =>
  async ({ ctx, input }: Call<By, Input>) => {
    const read = async () => {
      if (ctx.isGone()) throw new AppError('too_many_requests')
      return work(ctx.services, ctx, input)
    }
    const { actor } = ctx
    // All API keys of a user share one line, so that the user's own lists in the panel don't wait for programs.
    const line = `${actor?.userId} ${actor?.apiKey ? 'keys' : ''}`
    const page = await (isLarge(input) ? inLine(line, () => inTurn(read)) : read())
    return listAnswer(ctx, name, page)
  }

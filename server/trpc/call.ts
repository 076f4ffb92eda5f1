import type { z } from 'zod'
import type { Action } from '#domain/actions'
import type { Actor } from '../auth/actor.ts'
import type { Page } from '../platform/database/cursor.ts'
import type { Services } from '../services.ts'
import type { Context } from './context.ts'
import { listAnswer, success } from './envelope.ts'
import { actionProcedure } from './init.ts'
import { restMeta } from './rest-meta.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof METHODS)[number]
type More = { errors?: readonly number[]; description?: string }
type Caller = Context & { actor: Actor }
type Call<Input> = { ctx: Caller; input: Input }
type Work<Input, Result> = (services: Services, by: Caller, input: Input) => Promise<Result>

/** @param tag of the document */
export function callsOf(tag: string) {
  const rest = restMeta(tag)
  return <Input extends z.ZodType, Output extends z.ZodType>(
    action: Action,
    route: `${Method} /${string}`,
    summary: string,
    input: Input,
    output: Output,
    { errors, description }: More = {},
  ) => {
    const method = METHODS.find((each) => route.startsWith(each)) ?? 'GET'
    const path = `/${route.slice(method.length + 2)}` as const
    return actionProcedure(action)
      .meta(rest(method, path, summary, errors, description))
      .input(input)
      .output(output)
  }
}

export const answer =
  <Input, Result>(work: Work<Input, Result>) =>
  async ({ ctx, input }: Call<Input>) =>
    success(await work(ctx.services, ctx, input))

/** @param name in the header Content-Range */
export const answerList =
  <Input, Row>(name: string, work: Work<Input, Page<Row>>) =>
  async ({ ctx, input }: Call<Input>) =>
    listAnswer(ctx, name, await work(ctx.services, ctx, input))

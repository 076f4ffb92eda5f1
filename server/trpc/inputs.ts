import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { schemaSentence } from './schema-sentence.ts'
import './wording.ts'

/**
 * The blocks that inputs are built from. Every input is a `z.strictObject`, so an undeclared key is refused by name,
 * and nothing coerces (security.md 8).
 */

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
// eslint-disable-next-line no-control-regex -- the same, line breaks and tabs included
const CONTROL_OR_BREAK = /[\u0000-\u001F\u007F]/

const NO_CONTROL_CHARACTERS = schemaSentence(({ controlCharacters }) => controlCharacters)

/** A line of text of at most `max` characters, without control characters. */
export const text = (max: number = LIMITS.textLength) =>
  z
    .string()
    .max(max)
    .refine((value) => !CONTROL_OR_BREAK.test(value), NO_CONTROL_CHARACTERS)

/** Text with line breaks and tabs, whose length is checked elsewhere. */
export const anyText = () => z.string().refine((value) => !hasControlCharacters(value), NO_CONTROL_CHARACTERS)

/** Other than line breaks and tabs. */
export const hasControlCharacters = (value: string): boolean => CONTROL_CHARACTERS.test(value)

/** The id of a record. Any other string is simply not found. */
export const id = text(LIMITS.idLength).min(1)

/** An e-mail address as it is typed; whether it exists is not for a form to say. */
export const email = text(LIMITS.emailLength).refine(
  (value) => /^[^\s@]+@[^\s@]+$/.test(value.trim()),
  serverMessages.invalid.email,
)

/** The input of a call that takes nothing. */
export const noInput = z.strictObject({}).optional()

/** Query values arrive as strings: this one holds JSON of the given shape. */
const json = <T extends z.ZodType>(shape: T) =>
  z
    .string()
    .max(LIMITS.queryLength)
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value)
      } catch {
        context.addIssue({ code: 'custom', message: serverMessages.invalid.json })
        return z.NEVER
      }
    })
    .pipe(shape)
    .optional()

/** `sort=["createdAt","DESC"]`, by one of the given fields. */
export const sort = <Field extends string>(...fields: [Field, ...Field[]]) =>
  json(z.tuple([z.enum(fields), z.enum(['ASC', 'DESC'])]))

/** `range=[0,9]`: first and last row, both included, at most 1,000 of them. */
export const range = json(
  z
    .tuple([z.number().int().min(0), z.number().int().min(0)])
    .refine(([from, to]) => to >= from - 1 && to - from < LIMITS.listRows, serverMessages.invalid.range),
)

const filterWith = <Column extends string, Shape extends z.ZodRawShape>(
  columns: [Column, ...Column[]],
  more: Shape,
) =>
  json(
    z.strictObject({
      q: text(LIMITS.searchLength).optional(),
      columns: z.array(z.enum(columns)).max(columns.length).optional(),
      ...more,
    }),
  )

type None = Record<never, never>

/** `filter={"q":"text","columns":["company"]}`: what a list is searched for, in which of its columns, and more. */
export function filter<Column extends string>(
  columns: [Column, ...Column[]],
): ReturnType<typeof filterWith<Column, None>>
export function filter<Column extends string, Shape extends z.ZodRawShape>(
  columns: [Column, ...Column[]],
  more: Shape,
): ReturnType<typeof filterWith<Column, Shape>>
export function filter(columns: [string, ...string[]], more: z.ZodRawShape = {}) {
  return filterWith(columns, more)
}

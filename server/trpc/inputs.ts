import { z } from 'zod'
import { isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { jsonTextProblem } from './json-text.ts'
import { schemaSentence } from './wording.ts'

/** Inputs are `z.strictObject`s, which reject undeclared keys by name, and never coerce. */

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
// eslint-disable-next-line no-control-regex -- the same, line breaks and tabs included
const CONTROL_OR_BREAK = /[\u0000-\u001F\u007F]/

const NO_CONTROL_CHARACTERS = schemaSentence(({ controlCharacters }) => controlCharacters)

/** Half of a surrogate pair, which PostgreSQL would replace. */
const HALF_CHARACTER = /\p{Cs}/u
const NO_HALF_CHARACTER = schemaSentence(({ brokenCharacter }) => brokenCharacter)
const isWhole = (value: string): boolean => !HALF_CHARACTER.test(value)

export const text = (max: number = LIMITS.textLength) =>
  z
    .string()
    .max(max)
    .refine((value) => !CONTROL_OR_BREAK.test(value), NO_CONTROL_CHARACTERS)
    .refine(isWhole, NO_HALF_CHARACTER)

export const anyText = () =>
  z
    .string()
    .refine((value) => !hasControlCharacters(value), NO_CONTROL_CHARACTERS)
    .refine(isWhole, NO_HALF_CHARACTER)

export const hasControlCharacters = (value: string): boolean => CONTROL_CHARACTERS.test(value)

export const id = text(LIMITS.idLength).min(1)

export const reference = z.union([id, z.looseObject({ id }).transform((record) => record.id)])

/** `''` and null mean none; undefined changes nothing. */
export const optionalReference = () =>
  z
    .union([reference, z.literal(''), z.looseObject({ id: z.literal('').nullable() }).transform(() => null)])
    .nullable()
    .transform((value) => value || null)
    .optional()

/** When the caller read the record; compared, never stored. */
export const readAt = () =>
  z
    .string()
    .max(LIMITS.idLength)
    .refine((value) => value === '' || !Number.isNaN(Date.parse(value)), serverMessages.invalid.moment)
    .nullable()
    .transform((value) => value || null)
    .optional()
    .meta({ description: 'As last read; another is a 409' })

export const email = text(LIMITS.emailLength).refine(
  (value) => isEmailAddress(value.trim()),
  serverMessages.invalid.email,
)

export const optionalEmail = () =>
  text(LIMITS.emailLength)
    .refine((value) => value.trim() === '' || isEmailAddress(value.trim()), serverMessages.invalid.email)
    .transform((value) => value.trim() || undefined)
    .optional()

export const noInput = z.strictObject({}).optional()

type Documented = { description: string; example: string }

/** Query values are strings: this one holds JSON of the given shape. */
const json = <T extends z.ZodType>(shape: T, documented: Documented) =>
  z
    .string()
    .max(LIMITS.queryLength)
    // OpenAPI describes the input of a transform.
    .meta(documented)
    .transform((value, context): unknown => {
      try {
        if (jsonTextProblem(value) === null) return JSON.parse(value)
        context.addIssue({ code: 'custom', message: serverMessages.invalid.plainJson })
        return z.NEVER
      } catch {
        context.addIssue({ code: 'custom', message: serverMessages.invalid.json })
        return z.NEVER
      }
    })
    .pipe(shape)
    .optional()

export const sort = <Field extends string>(...fields: [Field, ...Field[]]) =>
  json(z.tuple([z.enum(['id', ...fields]), z.enum(['ASC', 'DESC'])]), {
    description: `JSON: the field and ASC or DESC. Fields: id, ${fields.join(', ')}`,
    example: JSON.stringify([fields[0], 'ASC']),
  })

export const range = json(
  z
    .tuple([z.number().int().min(0), z.number().int().min(0)])
    .refine(([from, to]) => to >= from - 1 && to - from < LIMITS.listRows, serverMessages.invalid.range),
  { description: 'JSON: the first and the last row, from 0, both included', example: '[0,9]' },
)

export const wholeNumber = (min: number, max: number, documented: Documented) =>
  json(z.number().int().min(min).max(max), documented)

export const plainFilter = <Shape extends z.ZodRawShape>(shape: Shape, documented: Documented) =>
  json(z.strictObject(shape), documented)

const ids = z.union([id.transform((one) => [one]), z.array(id).max(LIMITS.namesAtOnce)]).optional()

const search = <Column extends string>(columns: [Column, ...Column[]]) => ({
  q: text(LIMITS.searchLength).optional(),
  columns: z.array(z.enum(columns)).max(columns.length).optional(),
  id: ids,
})

export const filter = <Column extends string, Shape extends z.ZodRawShape>(
  columns: [Column, ...Column[]],
  more: Shape,
) =>
  json(z.strictObject({ ...search(columns), ...more }), {
    description: `JSON: the text q, looked for in columns, by default in all: ${columns.join(', ')}. Further keys: ${['id', ...Object.keys(more)].join(', ')}`,
    example: JSON.stringify({ q: 'acme', columns: columns.slice(0, 1) }),
  })

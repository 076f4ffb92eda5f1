import { z } from 'zod'
import { isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { jsonTextProblem } from './json-text.ts'
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

/** Half of a character that takes two: the database keeps another in its place. */
const HALF_CHARACTER = /\p{Cs}/u
const NO_HALF_CHARACTER = schemaSentence(({ brokenCharacter }) => brokenCharacter)
const isWhole = (value: string): boolean => !HALF_CHARACTER.test(value)

/** A line of text of at most `max` characters, without control characters. */
export const text = (max: number = LIMITS.textLength) =>
  z
    .string()
    .max(max)
    .refine((value) => !CONTROL_OR_BREAK.test(value), NO_CONTROL_CHARACTERS)
    .refine(isWhole, NO_HALF_CHARACTER)

/** Text with line breaks and tabs, whose length is checked elsewhere. */
export const anyText = () =>
  z
    .string()
    .refine((value) => !hasControlCharacters(value), NO_CONTROL_CHARACTERS)
    .refine(isWhole, NO_HALF_CHARACTER)

/** Other than line breaks and tabs. */
export const hasControlCharacters = (value: string): boolean => CONTROL_CHARACTERS.test(value)

/** The id of a record. Any other string is simply not found. */
export const id = text(LIMITS.idLength).min(1)

/** A record by its id, or as it was read: an object with its id. */
export const reference = z.union([id, z.looseObject({ id }).transform((record) => record.id)])

/** The same, or none: `''` and null mean none; left out, nothing changes. */
export const optionalReference = () =>
  z
    .union([reference, z.literal(''), z.looseObject({ id: z.literal('').nullable() }).transform(() => null)])
    .nullable()
    .transform((value) => value || null)
    .optional()

/** When the caller read the record, as the server told it; compared, never stored (decisions 5c). */
export const readAt = () =>
  z
    .string()
    .max(LIMITS.idLength)
    .refine((value) => value === '' || !Number.isNaN(Date.parse(value)), serverMessages.invalid.moment)
    .nullable()
    .transform((value) => value || null)
    .optional()
    .meta({ description: 'As last read; another is a 409' })

/** An e-mail address as it is typed; whether it exists is not for a form to say. */
export const email = text(LIMITS.emailLength).refine(
  (value) => isEmailAddress(value.trim()),
  serverMessages.invalid.email,
)

/** The same, or `''` for none. */
export const optionalEmail = () =>
  text(LIMITS.emailLength)
    .refine((value) => value.trim() === '' || isEmailAddress(value.trim()), serverMessages.invalid.email)
    .transform((value) => value.trim() || undefined)
    .optional()

/** The input of a call that takes nothing. */
export const noInput = z.strictObject({}).optional()

type Documented = { description: string; example: string }

/** Query values arrive as strings: this one holds JSON of the given shape. */
const json = <T extends z.ZodType>(shape: T, documented: Documented) =>
  z
    .string()
    .max(LIMITS.queryLength)
    // Here and not on the whole, as the document's parameters are described by what comes in.
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

/** `sort=["createdAt","DESC"]`, by the id or one of the given fields. */
export const sort = <Field extends string>(...fields: [Field, ...Field[]]) =>
  json(z.tuple([z.enum(['id', ...fields]), z.enum(['ASC', 'DESC'])]), {
    description: `JSON: the field and ASC or DESC. Fields: id, ${fields.join(', ')}`,
    example: JSON.stringify([fields[0], 'ASC']),
  })

/** `range=[0,9]`: first and last row, both included, at most 1,000 of them. */
export const range = json(
  z
    .tuple([z.number().int().min(0), z.number().int().min(0)])
    .refine(([from, to]) => to >= from - 1 && to - from < LIMITS.listRows, serverMessages.invalid.range),
  { description: 'JSON: the first and the last row, from 0, both included', example: '[0,9]' },
)

/** `days=90`: a whole number within bounds. */
export const wholeNumber = (min: number, max: number, documented: Documented) =>
  json(z.number().int().min(min).max(max), documented)

/** One id, or several, as react-admin's `getMany` asks for them. */
const ids = z.union([id.transform((one) => [one]), z.array(id).max(LIMITS.namesAtOnce)]).optional()

const search = <Column extends string>(columns: [Column, ...Column[]]) => ({
  q: text(LIMITS.searchLength).optional(),
  columns: z.array(z.enum(columns)).max(columns.length).optional(),
  id: ids,
})

/**
 * `filter={"q":"text","columns":["company"],"id":["…"]}`: what a list is searched for, in which of its columns, and
 * among which records; `more` are filters of the list's own.
 */
export const filter = <Column extends string, Shape extends z.ZodRawShape>(
  columns: [Column, ...Column[]],
  more: Shape,
) =>
  json(z.strictObject({ ...search(columns), ...more }), {
    description: `JSON: the text q, looked for in columns, by default in all: ${columns.join(', ')}. Further keys: ${['id', ...Object.keys(more)].join(', ')}`,
    example: JSON.stringify({ q: 'acme', columns: columns.slice(0, 1) }),
  })

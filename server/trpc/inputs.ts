import { z } from 'zod'
import { isEmailAddress } from '#domain/email-addresses'
import { parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { EXAMPLE } from './example.ts'
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
export const idInput = z.strictObject({ id })

export const nameInput = (example: string) => text().trim().min(1).meta({ example })

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
    .meta({ description: 'As last read; another is a 409', example: EXAMPLE.time })
    .transform((value) => value || null)
    .optional()

export const email = text(LIMITS.emailLength).refine(
  (value) => isEmailAddress(value.trim()),
  serverMessages.invalid.email,
)

export const optionalEmail = () =>
  text(LIMITS.emailLength)
    .refine((value) => value.trim() === '' || isEmailAddress(value.trim()), serverMessages.invalid.email)
    .transform((value) => value.trim() || undefined)
    .optional()

/** The record's name in the caller's own system; `''` and null mean none, undefined changes nothing. */
export const externalIdInput = () =>
  text(LIMITS.externalIdLength)
    .trim()
    .nullable()
    .meta({ description: "Your own system's id of it, unique in the company", example: EXAMPLE.externalId })
    .transform((value) => value || null)
    .optional()

export const externalIdFilter = text(LIMITS.externalIdLength).optional()

/** Replaces all entries; undefined changes nothing. */
export const metadataInput = () =>
  z
    .record(text(LIMITS.metadataKeyLength).min(1), text(LIMITS.metadataValueLength))
    .refine(
      (entries) => Object.keys(entries).length <= LIMITS.metadataKeys,
      serverMessages.invalid.tooMany(LIMITS.metadataKeys),
    )
    .meta({
      description: `Texts of your own: at most ${LIMITS.metadataKeys}, names of ${LIMITS.metadataKeyLength} and values of ${LIMITS.metadataValueLength} characters`,
      example: EXAMPLE.metadata,
    })
    .optional()

export const noInput = z.strictObject({}).optional()

type Documented = { description: string; example: string }

/** Describes the JSON of a query value to the OpenAPI document: `x-shape` is an index. */
export const jsonShapes: z.ZodType[] = []

/** Query values are strings: this one holds JSON of the given shape. */
const json = <T extends z.ZodType>(shape: T, documented: Documented, documentedShape: z.ZodType = shape) =>
  z
    .string()
    .max(LIMITS.queryLength)
    // OpenAPI describes the input of a transform.
    .meta({ ...documented, 'x-shape': jsonShapes.push(documentedShape) - 1 })
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

const asList = (sent: unknown) => (Array.isArray(sent) && !Array.isArray(sent[0]) ? [sent] : sent)

const sortOf = <Field extends string>(max: number, fields: [Field, ...Field[]]) => {
  const pair = z.tuple([z.enum(['id', ...fields]), z.enum(['ASC', 'DESC'])])
  const pairs = z.array(pair).min(1).max(max)
  const documented = {
    description: `JSON: the field and ASC or DESC${max > 1 ? `, or a list of up to ${max} such pairs` : ''}. Fields: id, ${fields.join(', ')}`,
    example: JSON.stringify([fields[0], 'ASC']),
  }
  return json(z.preprocess(asList, pairs), documented, z.union([pair, pairs]))
}

export const plainSort = <Field extends string>(field: Field) => sortOf(1, [field])
export const sort = <Field extends string>(...fields: [Field, ...Field[]]) =>
  sortOf(LIMITS.sortFields, fields)

export const range = json(
  z
    .tuple([z.number().int().min(0), z.number().int().min(0)])
    .refine(([from, to]) => to >= from - 1 && to - from < LIMITS.listRows, serverMessages.invalid.range),
  { description: 'JSON: the first and the last row, from 0, both included', example: '[0,9]' },
)

const cursorParts = z.tuple(
  [z.string(), z.number().int().min(0).max(LIMITS.cursorTotal)],
  z.union([anyText(), z.number(), z.null()]),
)

const cursor = (from: 'next' | 'prev', side: string) =>
  z
    .string()
    .max(LIMITS.queryLength)
    .meta({
      description: `The list's \`${from}\`, with the same sort and filter: the rows ${side} that page, as many as the range has. A row whose sort value changes meanwhile may move to another page`,
    })
    .transform((sent, context) => {
      const read = cursorParts.safeParse(parseJson(Buffer.from(sent, 'base64url').toString()))
      if (read.success) return { query: read.data[0], total: read.data[1], values: read.data.slice(2) }
      context.addIssue({ code: 'custom', message: serverMessages.invalid.cursor })
      return z.NEVER
    })
    .optional()

/** At a cursor, no row is skipped or comes twice while others are added. */
export const paging = { range, after: cursor('next', 'after'), before: cursor('prev', 'before') }

export const wholeNumber = (min: number, max: number, documented: Documented) =>
  json(z.number().int().min(min).max(max), documented)

export const plainFilter = <Shape extends z.ZodRawShape>(shape: Shape, documented: Documented) =>
  json(z.strictObject(shape), documented)

const day = z.iso.date().optional()
/** A filter's days are those of the row's company; `updatedSince` is a moment. */
export const TIMES = {
  createdFrom: day,
  createdTo: day,
  updatedSince: z.iso.datetime({ offset: true }).optional(),
}

const ids = z.union([id.transform((one) => [one]), z.array(id).max(LIMITS.namesAtOnce)]).optional()

const search = <Column extends string>(columns: [Column, ...Column[]]) => ({
  q: text(LIMITS.searchLength).optional(),
  columns: z.array(z.enum(columns)).max(columns.length).optional(),
  id: ids,
})

export const filterShape = <Column extends string, Shape extends z.ZodRawShape>(
  columns: [Column, ...Column[]],
  more: Shape,
) => z.strictObject({ ...search(columns), ...more })

export const filter = <Column extends string, Shape extends z.ZodRawShape>(
  columns: [Column, ...Column[]],
  more: Shape,
  limits = '',
) =>
  json(filterShape(columns, more), {
    description: `JSON: the text q, looked for in columns, by default in all: ${columns.join(', ')}. Further keys: ${['id', ...Object.keys(more)].join(', ')}${limits}`,
    example: JSON.stringify({ q: 'acme', columns: columns.slice(0, 1) }),
  })

import { z } from 'zod'
import { isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { text } from '../trpc/inputs.ts'
import { schemaSentence } from '../trpc/wording.ts'

/** Travels in a body, never in a URL. */
export const linkToken = text()
  .min(1)
  .meta({ example: 'kq3V…', description: 'What follows the # of the link' })

export const linkMailed = z
  .boolean()
  .meta({ description: 'False: no mail was sent; pass the link on', example: true })

const NO_EMAIL = schemaSentence(({ pack }) => pack.form.problems.email)

export const applicantEmail = () =>
  text(LIMITS.emailLength)
    .refine((value) => value.trim() === '' || isEmailAddress(value.trim()), NO_EMAIL)
    .transform((value) => value.trim())
    .optional()
    .meta({ description: 'Where to mail the link', example: 'robin@golden-crust.example' })

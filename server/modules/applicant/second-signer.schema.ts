import { z } from 'zod'
import { envelope } from '../../trpc/envelope.ts'
import { eg, withExamples } from '../../trpc/example.ts'
import { applicantEmail, linkToken } from './link-inputs.ts'

export const inviteInput = z.strictObject({ token: linkToken, email: applicantEmail() })
export const inviteOutput = envelope(withExamples({ url: eg(z.string(), 'https://…/sign#kq3V…') }))

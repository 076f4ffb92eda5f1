import { describe, expect, it } from 'vitest'
import { codeOf } from '../test/support/one-time-code.ts'
import { newOtpSecret, otpEnrolment, findCodeStep } from './otp.ts'

const secret = newOtpSecret()
const shown = otpEnrolment(secret, 'ann@acme.example').secret

describe('a one-time code', () => {
  it('is of the step that it was made in', () => {
    expect(findCodeStep(secret, codeOf(shown))).toBeTypeOf('number')
  })

  it.each(['１２３４５６', '🂡🂢🂣', 'äöüäöü', '12345', '1234567', '', ' 12345'])(
    'is not %j, which no app shows',
    (code) => {
      expect(findCodeStep(secret, code)).toBeNull()
    },
  )
})

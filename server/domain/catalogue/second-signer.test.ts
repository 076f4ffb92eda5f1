import { describe, expect, it } from 'vitest'
import { inviteValues, splitInvite } from './invite.ts'
import { withInvite } from './second-signer.ts'
import { parseSettings } from './settings.ts'
import { isShown, type Values } from './values.ts'
import { visibleForm } from './visible-form.ts'

const form = withInvite(visibleForm(parseSettings('')))
const asked = (values: Values) =>
  form.sections
    .flatMap(({ groups }) => groups)
    .filter(({ key }) => key === 'signer2')
    .flatMap(({ inputs }) => inputs.filter((input) => isShown(input, values)).map(({ name }) => name))

describe('a second signer elsewhere', () => {
  it('is asked for by name instead of a signature', () => {
    expect(asked({ secondSignerPlace: 'Here' })).toEqual([
      'secondSignerPlace',
      'signer2Name',
      'signer2Date',
      'signer2Signature',
    ])
    expect(asked({ secondSignerPlace: 'On another device' })).toEqual([
      'secondSignerPlace',
      'secondSignerName',
      'secondSignerEmail',
    ])
  })

  it('is no question where the form has no second signer', () => {
    const alone = visibleForm(parseSettings('{"signatures":{"signature2":false}}'))
    expect(withInvite(alone)).toBe(alone)
  })

  it('is kept apart from the answers', () => {
    const invite = { name: 'Robin', email: 'r@example.com' }
    expect(splitInvite({ city: 'Austin', ...inviteValues(invite) })).toEqual({
      answers: { city: 'Austin' },
      invite,
    })
    expect(splitInvite({ secondSignerPlace: 'Here', secondSignerName: 'Robin' })).toEqual({
      answers: {},
      invite: null,
    })
  })
})

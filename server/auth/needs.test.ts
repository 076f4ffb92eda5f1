import { describe, expect, it } from 'vitest'
import { describeNeeds, takesKeys } from './needs.ts'

describe('what a call needs', () => {
  it.each([
    ['company.list', 'Needs `page:companies` or `company:read`.'],
    ['submission.update', 'Needs `page:forms` and `submission:update`.'],
    ['funder.fit', 'Needs `page:forms` and `page:funders` or `funder:read` or `package:send`.'],
    ['offer.choose', 'Needs `page:forms` and `submission:decide` and `offer:update`.'],
    ['link.list', 'For every user. An API key needs `page:links`.'],
    ['integration.manage', 'Needs a role of the type company. Takes no API key.'],
    ['audit.list', 'For admins. Takes no API key.'],
  ] as const)('%s: %s', (action, text) => {
    expect(describeNeeds(action)).toBe(text)
    expect(takesKeys(action)).toBe(!text.includes('Takes no'))
  })
})

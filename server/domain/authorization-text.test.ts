import { describe, expect, it } from 'vitest'
import { authorizationFor } from './authorization-text.ts'

describe('the authorization text', () => {
  it('has the title AUTHORIZATION and names the company everywhere', () => {
    const { title, body } = authorizationFor('', 'Demo Funding')
    expect(title).toBe('AUTHORIZATION')
    expect(body).toContain('authorize Demo Funding')
    expect(body).not.toContain('{companyName}')
  })

  it("puts in a name that String.replace would expand, and a company's own wording", () => {
    expect(authorizationFor('Terms\n{companyName} and {companyName}', "A$&B$'")).toEqual({
      title: 'Terms',
      body: "A$&B$' and A$&B$'",
    })
  })

  it('has a name for a company without one', () => {
    expect(authorizationFor(null, ' ').body).toContain('authorize the Company')
  })
})

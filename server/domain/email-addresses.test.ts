import { describe, expect, it } from 'vitest'
import { addressesIn, addressList, isEmailAddress, toMailbox } from './email-addresses.ts'

describe('isEmailAddress', () => {
  it.each([
    ['desk@broker.example', true],
    ["o'hara+deals@mail.broker.example", true],
    ['desk', false],
    ['desk@broker', false],
    ['desk@@broker.example', false],
    ['a..b@broker.example', false],
    ['desk@broker.example\nBcc: all@broker.example', false],
    ['Desk <desk@broker.example>', false],
    [`${'a'.repeat(250)}@broker.example`, false],
  ])('%j: %s', (text, expected) => {
    expect(isEmailAddress(text)).toBe(expected)
  })
})

describe('a list of addresses', () => {
  it('is read entry by entry and written in one line', () => {
    const addresses = addressesIn(' a@x.example,b@x.example , ,a@x.example,')
    expect(addresses).toEqual(['a@x.example', 'b@x.example'])
    expect(addressList(addresses)).toBe('a@x.example, b@x.example')
  })
})

describe('a mailbox', () => {
  it.each([
    ['Ann.Lee+deals@Gmail.com', 'annlee@gmail.com'],
    ['annlee@googlemail.com', 'annlee@gmail.com'],
    [' Ann.Lee+a+b@broker.example ', 'ann.lee@broker.example'],
    ['ａnn@broker.example', 'ann@broker.example'],
  ])('of %j is %s', (address, mailbox) => {
    expect(toMailbox(address)).toBe(mailbox)
  })
})

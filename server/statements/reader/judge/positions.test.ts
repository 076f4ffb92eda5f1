import { expect, it } from 'vitest'
import { findCollections, positionIn, type DatedRow } from './positions.ts'

const row = (
  date: string,
  cents: number,
  description: string,
  kind: DatedRow['kind'] = 'other',
): DatedRow => ({
  date,
  cents,
  description,
  payee: description.replace(/ \d.*/, ''),
  kind,
})

it('counts a return as missed though it names the funder without what its debits add', () => {
  const fridays = ['2026-07-03', '2026-07-10', '2026-07-17', '2026-07-24', '2026-07-31']
  const rows = [
    ...fridays.map((date, index) => row(date, -150_122, `LNTRNBRDG CAP WEEKLY DEB 26071${index} 380407`)),
    row('2026-07-13', 150_122, 'ACH RETURN R01 NSF LNTRNBRDG CAP', 'returned'),
    row('2026-07-14', 150_122, 'ACH RETURN R01 NSF HARBOR LINEN', 'returned'),
  ]
  const [found, ...others] = findCollections(rows, 6_000_000)
  expect(others).toEqual([])
  expect(found && positionIn(found, { from: '2026-07-01', to: '2026-07-31' }, 6_000_000)).toMatchObject({
    frequency: 'weekly',
    payments: 5,
    missed: 1,
  })
})

import { expect, it } from 'vitest'
import { daysBeginningWith } from './date-prefix.ts'
import { inDays } from './list-query.ts'

it('zones whose days begin at the same moments share a condition', () => {
  const zones = ['America/New_York', 'America/Detroit', 'Asia/Tokyo', 'Asia/Seoul']
  const days = new Map(
    zones.flatMap((zone) => {
      const span = daysBeginningWith('2026-06-14', zone)
      return span ? [[zone, span] as const] : []
    }),
  )
  const [far, east] = [
    { gte: new Date('2026-06-13T15:00:00Z'), lt: new Date('2026-06-14T15:00:00Z') },
    { gte: new Date('2026-06-14T04:00:00Z'), lt: new Date('2026-06-15T04:00:00Z') },
  ]
  const elsewhere = ['Asia/Tokyo', 'Asia/Seoul']
  const found = inDays(
    days,
    (at) => ({ at }),
    (timeZones) => ({ timeZones }),
  )
  expect(found).toEqual([
    {
      AND: [
        { at: { gte: far.gte, lt: east.lt } },
        {
          OR: [
            { AND: [{ at: east }, { NOT: { timeZones: elsewhere } }] },
            { AND: [{ at: far }, { timeZones: elsewhere }] },
          ],
        },
      ],
    },
  ])
})

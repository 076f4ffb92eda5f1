import { useEffect, useState } from 'react'
import { useDataProvider, useLogoutIfAccessDenied } from 'react-admin'
import type { Link } from './link.ts'

/** null: loading */
type Made = { link: Link } | 'failed' | null

/** Creates the user's link to a company's form, or returns the one that exists. */
export function useMadeLink(companyId: string, userEmail: string | undefined): Made {
  const [made, setMade] = useState<Made>(null)
  const dataProvider = useDataProvider()
  const leaveIfDenied = useLogoutIfAccessDenied()

  useEffect(() => {
    let isCurrent = true
    const make = async () => {
      const data = { companyId, ...(userEmail !== undefined && { userEmail }) }
      try {
        const { data: link } = await dataProvider.create<Link>('links', { data })
        if (isCurrent) setMade({ link })
      } catch (error) {
        if (!(await leaveIfDenied(error)) && isCurrent) setMade('failed')
      }
    }
    void make()
    return () => {
      isCurrent = false
    }
  }, [companyId, userEmail, dataProvider, leaveIfDenied])

  return made
}

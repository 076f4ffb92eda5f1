import CodeIcon from '@mui/icons-material/CodeOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useRefresh } from 'react-admin'
import { Link } from 'react-router'
import { linkMessages } from '#domain/messages/panel-link'
import { useSession } from '../../layout/route-guard.tsx'
import { LazyEmbedDialog } from './lazy-embed-dialog.ts'

const words = linkMessages

/** The user's own link to their company's form. */
export const OwnLinkButton = ({ label = words.embed.app }: { label?: string }) => {
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const refresh = useRefresh()
  if (!user?.company) return null
  const close = () => {
    setIsOpen(false)
    refresh()
  }
  return (
    <>
      <Button variant="contained" startIcon={<CodeIcon fontSize="small" />} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <LazyEmbedDialog companyId={user.company.id} title={words.embed.app} onClose={close} />}
    </>
  )
}

/** Where there is no link yet. A user without a company starts from the list of companies. */
export const FirstLinkButton = () => {
  const { user } = useSession()
  if (user?.company) return <OwnLinkButton label={words.createFirst} />
  return (
    <Button variant="outlined" component={Link} to="/admin/companies">
      {words.chooseCompany}
    </Button>
  )
}

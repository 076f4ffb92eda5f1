import CodeIcon from '@mui/icons-material/CodeOutlined'
import { Button } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { linkMessages as words } from '#domain/messages/panel-link'
import { useSession } from '../../layout/route-guard.tsx'
import { useRecordRoutes } from '../resource.tsx'

export const OwnLinkButton = ({ label }: { label: string }) => {
  const { user } = useSession()
  const { create } = useRecordRoutes('links')
  if (!user?.company || !create) return null
  return (
    <Button variant="contained" startIcon={<CodeIcon />} onClick={create}>
      {label}
    </Button>
  )
}

/** A user without a company chooses one in the list of companies. */
export const FirstLinkButton = () => {
  const { user } = useSession()
  if (user?.company) return <OwnLinkButton label={words.createFirst} />
  return (
    <Button variant="outlined" component={RouterLink} to="/admin/companies">
      {words.chooseCompany}
    </Button>
  )
}

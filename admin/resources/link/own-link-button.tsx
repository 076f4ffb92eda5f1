import CodeIcon from '@mui/icons-material/CodeOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useRefresh } from 'react-admin'
import { linkMessages } from '#domain/messages/panel-link'
import { useSession } from '../../layout/route-guard.tsx'

import { LazyEmbedDialog } from './lazy-embed-dialog.ts'

const words = linkMessages.embed

/** The user's own link to their company's form, for whoever has a company: no other page is open to all of them. */
export const OwnLinkButton = () => {
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
      <Button
        variant="contained"
        startIcon={<CodeIcon fontSize="small" />}
        onClick={() => setIsOpen(true)}
        sx={{ minHeight: 40 }}
      >
        {words.app}
      </Button>
      {isOpen && <LazyEmbedDialog companyId={user.company.id} title={words.app} onClose={close} />}
    </>
  )
}

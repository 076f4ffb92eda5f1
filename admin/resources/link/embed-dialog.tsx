import { Box, Skeleton } from '@mui/material'
import { linkMessages } from '#domain/messages/panel-link'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { EmbedCodes } from './embed-codes.tsx'
import { LinkTeam } from './link-team.tsx'
import { useMadeLink } from './use-made-link.ts'

type EmbedDialogProps = {
  /** null: the user has no company */
  companyId: string | null
  /** default: the caller's own link */
  userEmail?: string
  title: string
  onClose: () => void
}

const words = linkMessages.embed

export const EmbedDialog = ({ companyId, userEmail, title, onClose }: EmbedDialogProps) =>
  companyId === null ? (
    <AlertDialog title={title} text={words.noCompany} onClose={onClose} />
  ) : (
    <MadeLink companyId={companyId} userEmail={userEmail} title={title} onClose={onClose} />
  )

type MadeLinkProps = Omit<EmbedDialogProps, 'companyId'> & { companyId: string }

const MadeLink = ({ companyId, userEmail, title, onClose }: MadeLinkProps) => {
  const made = useMadeLink(companyId, userEmail)
  if (made === 'failed') return <AlertDialog title={title} text={words.failed} onClose={onClose} />
  return (
    <AppDialog title={title} onClose={onClose}>
      {made === null ? (
        <Loading />
      ) : (
        <>
          <LinkTeam link={made.link} />
          <EmbedCodes link={made.link} />
        </>
      )}
    </AppDialog>
  )
}

/** As high as the content that follows. */
const Loading = () => (
  <Box role="status" aria-label={words.loading} sx={{ display: 'grid', gap: 3, pt: 2, minHeight: 560 }}>
    {[40, 64, 64, 160].map((height, index) => (
      <Skeleton key={index} variant="rounded" height={height} />
    ))}
  </Box>
)

import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { EmbedCodes } from './embed-codes.tsx'
import { LinkTeam } from './link-team.tsx'
import type { Link } from './link.ts'

type Props = { link: Link; title: string; onClose: () => void }

export const LinkEmbedDialog = ({ link, title, onClose }: Props) => (
  <AppDialog title={title} onClose={onClose}>
    <LinkTeam link={link} />
    <EmbedCodes link={link} />
  </AppDialog>
)

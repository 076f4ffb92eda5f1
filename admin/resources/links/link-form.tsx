import { BooleanInput } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { linkLabel } from '#domain/link-label'
import { linkMessages as words } from '#domain/messages/panel-link'
import { isNarrowed } from '#domain/permissions'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { Text } from '../../inputs/text.tsx'
import { useHolder } from '../../providers/use-can-perform.ts'
import type { Link } from './embed-codes.tsx'

const TITLES = {
  create: words.embed.app,
  edit: words.editTitle,
  of: (link: Link) => words.edit(linkLabel(link)),
}

const toValues = (link: Link | null) => ({ ...link, teamId: link?.team?.id ?? null })

export const LinkForm = ({ onClose }: { onClose: () => void }) => {
  const canRoute = !isNarrowed(useHolder())
  return (
    <RecordDialog<Link>
      titles={TITLES}
      toValues={toValues}
      failed={({ message }) => words.failed(message)}
      saved={words.saved}
      onClose={onClose}
    >
      {(link) => (
        <>
          <Text source="name" words={words.name} autoFocus autoComplete="off" max={LIMITS.linkNameLength} />
          {canRoute && (
            <NameInput
              source="teamId"
              reference="team-names"
              words={words.team}
              filter={{ companyId: link?.company.id ?? null }}
            />
          )}
          <BooleanInput
            source="sharedDevice"
            label={words.sharedDevice}
            helperText={words.sharedDeviceHelp}
          />
        </>
      )}
    </RecordDialog>
  )
}

import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import ImportIcon from '@mui/icons-material/FileUploadOutlined'
import { useMemo, useState } from 'react'
import { linkMessages } from '#domain/messages/panel-link'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { RecordList } from '../../table/record-list.tsx'
import { ClosedSwitch } from './closed-switch.tsx'
import { ComingSoonButton } from './coming-soon-button.tsx'
import { linkColumns } from './link-columns.tsx'
import type { Link } from './link.ts'
import { OwnLinkButton } from './own-link-button.tsx'

const LinkEmbedDialog = lazyDialog(() =>
  import('./link-embed-dialog.tsx').then((module) => module.LinkEmbedDialog),
)

const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const
const words = linkMessages

/** /admin/links. */
export const LinkList = () => {
  const [open, setOpen] = useState<{ dialog: 'embed' | 'delete'; link: Link } | null>(null)
  const mayDelete = useCanPerform('link.delete')
  const columns = useMemo(
    () =>
      linkColumns({
        embed: (link) => setOpen({ dialog: 'embed', link }),
        remove: mayDelete ? (link) => setOpen({ dialog: 'delete', link }) : null,
      }),
    [mayDelete],
  )
  const close = () => setOpen(null)
  return (
    <RecordList<Link>
      page="links"
      columns={columns}
      sort={NEWEST_FIRST}
      empty={words.empty}
      actions={
        <>
          <ClosedSwitch />
          <ComingSoonButton label={words.import} text={words.importText} icon={ImportIcon} />
          <ComingSoonButton label={words.export} text={words.exportText} icon={ExportIcon} />
          <OwnLinkButton />
        </>
      }
    >
      {open?.dialog === 'embed' && (
        <LinkEmbedDialog link={open.link} title={words.embed.app} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteDialog
          resource="links"
          record={open.link}
          title={words.deleteTitle}
          text={words.deleteQuestion}
          failed={() => words.deleteFailed}
          deleted={words.deleted}
          onClose={close}
        />
      )}
    </RecordList>
  )
}

import CodeIcon from '@mui/icons-material/CodeOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import ImportIcon from '@mui/icons-material/FileUploadOutlined'
import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import { Box, Chip, Link as Anchor } from '@mui/material'
import { useState } from 'react'
import { BooleanInput } from 'react-admin'
import { linkMessages } from '#domain/messages/panel-link'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import { dateTime } from '../../format.ts'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { actionsColumn, dateColumn, textCell, textColumn } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { RowAction } from '../../table/row-action.tsx'
import { ComingSoonButton } from './coming-soon-button.tsx'
import type { Link } from './link.ts'
import { FirstLinkButton, OwnLinkButton } from './own-link-button.tsx'

const LinkEmbedDialog = lazyDialog(() =>
  import('./link-embed-dialog.tsx').then((module) => module.LinkEmbedDialog),
)

const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const
const words = linkMessages

export const LinkList = () => {
  const [open, setOpen] = useState<{ dialog: 'embed' | 'delete'; link: Link } | null>(null)
  const canDelete = useCanPerform('link.delete')
  const close = () => setOpen(null)
  return (
    <>
      <RecordList<Link>
        page="links"
        sort={NEWEST_FIRST}
        filters={<BooleanInput source="closed" label={words.showClosed} helperText={false} />}
        actions={
          <>
            <ComingSoonButton label={words.import} text={words.importText} icon={ImportIcon} />
            <ComingSoonButton label={words.export} text={words.exportText} icon={ExportIcon} />
            <OwnLinkButton />
          </>
        }
        empty={
          <ListState text={words.empty}>
            <FirstLinkButton />
          </ListState>
        }
      >
        {textColumn<Link>('company', ({ company }) => company.nameIn, { isSearched: true, card: 'title' })}
        <Column<Link>
          source="user"
          isSearched
          card="subtitle"
          render={({ user }) => textCell(user.name || words.nobody, user.email)}
        />
        {textColumn<Link>('slug', ({ slug }) => slug, { isSearched: true, card: 'subtitle' })}
        <Column<Link> source="url" disableSort card="actions" render={(link) => <FormLink link={link} />} />
        {dateColumn({ source: 'createdAt', card: 'aside' })}
        {actionsColumn<Link>(
          110,
          (link) =>
            link.closedAt === null && (
              <>
                <RowAction
                  label={words.embed.of(link.slug)}
                  icon={CodeIcon}
                  onClick={() => setOpen({ dialog: 'embed', link })}
                />
                {canDelete && (
                  <RowAction
                    label={words.delete(link.slug)}
                    icon={DeleteIcon}
                    isDestructive
                    onClick={() => setOpen({ dialog: 'delete', link })}
                  />
                )}
              </>
            ),
        )}
      </RecordList>
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
    </>
  )
}

/** Opens the form in a new tab. A closed link says that it is closed. */
const FormLink = ({ link }: { link: Link }) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
    <Anchor
      href={link.url}
      target="_blank"
      rel="noopener"
      underline="hover"
      title={link.url}
      aria-label={words.open(link.slug)}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, minHeight: 28 }}
    >
      {/* A card has the slug beside it, and no room for it twice. */}
      <Box component="span" className="cut-off" sx={{ 'li &': { display: 'none' } }}>
        {new URL(link.url).pathname}
      </Box>
      <OpenIcon fontSize="inherit" />
    </Anchor>
    {link.closedAt !== null && (
      <Chip
        size="small"
        label={words.closed}
        title={words.closedSince(dateTime(link.closedAt, link.timeZone))}
      />
    )}
  </Box>
)

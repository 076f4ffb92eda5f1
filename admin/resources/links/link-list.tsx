import CodeIcon from '@mui/icons-material/CodeOutlined'
import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import ImportIcon from '@mui/icons-material/FileUploadOutlined'
import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import { Box, Button, Chip, Link as Anchor } from '@mui/material'
import { use, useState } from 'react'
import type { SvgIconComponent } from '@mui/icons-material'
import { linkLabel } from '#domain/link-label'
import { linkMessages as words } from '#domain/messages/panel-link'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { EditAndDelete, useDeletion } from '../delete-dialog.tsx'
import { useRecordRoutes } from '../resource.tsx'
import { dateTime } from '../../format.ts'
import {
  actionsColumn,
  dateColumn,
  InCard,
  RowAction,
  textCell,
  textColumn,
  column,
} from '../../table/columns.tsx'
import { FilterSwitch } from '../../table/filters.tsx'
import { NEWEST_FIRST, RecordList } from '../../table/record-list.tsx'
import type { Link } from './embed-codes.tsx'
import { FirstLinkButton, OwnLinkButton } from './own-link.tsx'

export const LinkList = () => {
  const [remove, question] = useDeletion<Link>('links', 'link.delete', () => ({
    title: words.deleteTitle,
    text: words.deleteQuestion,
    failed: () => words.deleteFailed,
    deleted: words.deleted,
  }))
  const { show, edit } = useRecordRoutes('links')
  return (
    <>
      <RecordList<Link>
        page="links"
        sort={NEWEST_FIRST}
        words={{ empty: words.empty }}
        filters={<FilterSwitch source="closed" label={words.showClosed} />}
        actions={
          <>
            <ComingSoonButton label={words.import} text={words.importText} icon={ImportIcon} />
            <ComingSoonButton label={words.export} text={words.exportText} icon={ExportIcon} />
            <OwnLinkButton label={words.embed.app} />
          </>
        }
        empty={<FirstLinkButton />}
      >
        {textColumn<Link>('company', ({ company }) => company.nameIn, { isSearched: true, card: 'title' })}
        {column<Link>('user', ({ user }) => textCell(user.name || words.nobody, user.email), {
          isSearched: true,
          card: 'subtitle',
        })}
        {textColumn<Link>('name', ({ name }) => name || words.nobody, { isSearched: true })}
        {column<Link>(
          'slug',
          (link) => (
            <Slug link={link} />
          ),
          { isSearched: true, card: 'subtitle' },
        )}
        {column<Link>(
          'url',
          (link) => (
            <FormLink link={link} />
          ),
          { disableSort: true, card: 'actions' },
        )}
        {dateColumn('createdAt', { card: 'aside' })}
        {actionsColumn<Link>(
          146,
          (link) =>
            link.closedAt === null && (
              <>
                <RowAction
                  label={words.embed.of(linkLabel(link))}
                  icon={CodeIcon}
                  onClick={() => show?.(link)}
                />
                <EditAndDelete of={link} name={linkLabel(link)} words={words} edit={edit} remove={remove} />
              </>
            ),
        )}
      </RecordList>
      {question}
    </>
  )
}

/** A card has no room for name and slug. */
const Slug = ({ link }: { link: Link }) => textCell(use(InCard) ? linkLabel(link) : link.slug)

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
      {/* A card shows the slug already. */}
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

type Props = { label: string; text: string; icon: SvgIconComponent }

const ComingSoonButton = ({ label, text, icon: Icon }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" startIcon={<Icon />} onClick={() => setIsOpen(true)} sx={{ minHeight: 40 }}>
        {label}
      </Button>
      {isOpen && <AlertDialog title={label} text={text} onClose={() => setIsOpen(false)} />}
    </>
  )
}

import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import CodeIcon from '@mui/icons-material/CodeOutlined'
import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import { Box, Chip, Link as Anchor } from '@mui/material'
import { linkMessages } from '#domain/messages/panel-link'
import { dateTime } from '../../format.ts'
import { dateColumn, textCell } from '../../table/cells.tsx'
import type { Column } from '../../table/column.ts'
import { RowAction } from '../../table/row-action.tsx'
import type { Link } from './link.ts'

const words = linkMessages

type Acts = {
  embed: (row: Link) => void
  /** null: the user may not */
  remove: ((row: Link) => void) | null
}

/** The columns of spec section 2. */
export const linkColumns = ({ embed, remove }: Acts): readonly Column<Link>[] => [
  {
    key: 'company',
    label: words.columns.company,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'title',
    render: ({ company }) => textCell(company.nameIn),
  },
  {
    key: 'user',
    label: words.columns.user,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'subtitle',
    render: ({ user }) => textCell(user.name || words.nobody, user.email),
  },
  {
    key: 'slug',
    label: words.columns.slug,
    filterable: true,
    sortable: true,
    width: '16%',
    card: 'subtitle',
    render: ({ slug }) => textCell(slug),
  },
  {
    key: 'url',
    label: words.columns.url,
    width: '20%',
    card: 'actions',
    render: (row) => <LinkCell link={row} />,
  },
  dateColumn({ key: 'createdAt', label: words.columns.createdAt }),
  {
    key: 'actions',
    label: words.columns.actions,
    width: 110,
    align: 'right',
    card: 'actions',
    render: (row) => (
      <>
        {row.closedAt === null && (
          <RowAction label={words.embed.of(row.slug)} icon={CodeIcon} onClick={() => embed(row)} />
        )}
        {remove && row.closedAt === null && (
          <RowAction
            label={words.delete(row.slug)}
            icon={DeleteIcon}
            isDestructive
            onClick={() => remove(row)}
          />
        )}
      </>
    ),
  },
]

/** Where the form is, in a new tab; a closed link says so. */
const LinkCell = ({ link }: { link: Link }) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
    <Anchor
      href={link.url}
      target="_blank"
      rel="noopener"
      underline="hover"
      title={link.url}
      aria-label={words.open(link.slug)}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, minHeight: 28 }}
    >
      <Box component="span" sx={pathStyle}>
        {new URL(link.url).pathname}
      </Box>
      <OpenIcon fontSize="inherit" />
    </Anchor>
    {link.closedAt !== null && (
      <Chip size="small" label={words.closed} title={words.closedSince(dateTime(link.closedAt))} />
    )}
  </Box>
)

/** A card has the slug beside it, and no room for it twice. */
const pathStyle = { overflow: 'hidden', textOverflow: 'ellipsis', 'li &': { display: 'none' } }

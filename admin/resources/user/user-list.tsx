import EditIcon from '@mui/icons-material/EditOutlined'
import { Box, Button, Chip } from '@mui/material'
import { useState } from 'react'
import { canPerform } from '#domain/actions'
import { canEditUser } from '#domain/authority'
import { userMessages } from '#domain/messages/panel-user'
import { useSession } from '../../layout/route-guard.tsx'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { toHolder } from '../../providers/session.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { actionsColumn, dateColumn, nameCell, textColumn } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { RowAction } from '../../table/row-action.tsx'
import { LazyEmbedDialog } from '../link/lazy-embed-dialog.ts'
import { canEmbed, type User } from './user.ts'

const UserDialog = lazyDialog(() => import('./user-dialog.tsx').then((module) => module.UserDialog))

const LAST_EDITED_FIRST = { field: 'updatedAt', order: 'DESC' } as const
const words = userMessages

/** The dialog over the list; `user` is null for a new one. */
type Open = { dialog: 'edit'; user: User | null } | { dialog: 'embed'; user: User }

export const UserList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const { user: me } = useSession()
  const create = useCanPerform('user.create') ? () => setOpen({ dialog: 'edit', user: null }) : null
  const holder = me && toHolder(me)
  const edit = (user: User) =>
    holder !== null && canPerform(holder, 'user.update') && canEditUser(holder, user)
      ? () => setOpen({ dialog: 'edit', user })
      : null
  const close = () => setOpen(null)
  return (
    <>
      <RecordList<User>
        page="users"
        sort={LAST_EDITED_FIRST}
        actions={create && <AddButton label={words.add} importOf="users" onClick={create} />}
        empty={
          <ListState text={words.empty} action={create && { label: words.createFirst, onClick: create }} />
        }
      >
        <Column<User>
          source="name"
          isSearched
          card="title"
          render={(user) => (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              {nameCell(user.name, edit(user))}
              {!user.active && <Chip size="small" variant="outlined" label={words.inactive} />}
            </Box>
          )}
        />
        {textColumn<User>('email', ({ email }) => email, {
          isSearched: true,
          width: '19%',
          card: 'subtitle',
        })}
        {textColumn<User>('role', ({ role }) => role?.name ?? words.none, {
          isSearched: true,
          width: '14%',
          card: 'extra',
        })}
        {textColumn<User>('company', ({ company }) => company?.nameOut ?? words.none, {
          isSearched: true,
          card: 'extra',
        })}
        {dateColumn({ source: 'lastSignInAt', width: 128 })}
        {dateColumn({ source: 'updatedAt', width: 128, card: 'aside' })}
        {actionsColumn<User>(160, (user) => (
          <>
            {canEmbed(user) && (
              <Button
                size="small"
                aria-label={words.embedFor(user.name)}
                onClick={() => setOpen({ dialog: 'embed', user })}
              >
                {words.embed}
              </Button>
            )}
            <EditAction label={words.edit(user.name)} onClick={edit(user)} />
          </>
        ))}
      </RecordList>
      {open?.dialog === 'edit' && me !== null && <UserDialog user={open.user} me={me} onClose={close} />}
      {open?.dialog === 'embed' && (
        <LazyEmbedDialog
          userEmail={open.user.email}
          companyId={open.user.company?.id ?? null}
          title={words.embedFor(open.user.name)}
          onClose={close}
        />
      )}
    </>
  )
}

const EditAction = ({ label, onClick }: { label: string; onClick: (() => void) | null }) =>
  onClick && <RowAction label={label} icon={EditIcon} onClick={onClick} />

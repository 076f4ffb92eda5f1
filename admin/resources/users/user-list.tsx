import EditIcon from '@mui/icons-material/EditOutlined'
import { Box, Button, Chip } from '@mui/material'
import { useState } from 'react'
import { canEditUser } from '#domain/grants'
import { userMessages as words } from '#domain/messages/panel-user'
import { useRecordRoutes } from '../resource.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { useHolder } from '../../providers/use-can-perform.ts'
import {
  actionsColumn,
  dateColumn,
  NAME,
  nameCell,
  RowAction,
  textColumn,
  column,
} from '../../table/columns.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'
import { EmbedDialog } from '../links/index.tsx'

export type User = Outputs['user']['list']['data'][number]

/** The role's type decides, not its name. */
export const canEmbed = (user: User): boolean => user.active && user.role?.userType === 'company'

export const UserList = () => {
  const [embedded, setEmbedded] = useState<User | null>(null)
  const holder = useHolder()
  const { edit } = useRecordRoutes('users')
  const editOf = (user: User) => (edit && canEditUser(holder, user) ? () => edit(user) : null)
  return (
    <>
      <RecordList<User> page="users" sort={LAST_EDITED_FIRST} words={words} hasImport>
        {column<User>(
          'name',
          (user) => (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              {nameCell(user.name, editOf(user))}
              {!user.active && <Chip size="small" variant="outlined" label={words.inactive} />}
            </Box>
          ),
          NAME,
        )}
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
        {dateColumn('lastSignInAt', { width: 128 })}
        {dateColumn('updatedAt', { width: 128, card: 'aside' })}
        {actionsColumn<User>(160, (user) => {
          const open = editOf(user)
          return (
            <>
              {canEmbed(user) && (
                <Button size="small" aria-label={words.embedFor(user.name)} onClick={() => setEmbedded(user)}>
                  {words.embed}
                </Button>
              )}
              {open && <RowAction label={words.edit(user.name)} icon={EditIcon} onClick={open} />}
            </>
          )
        })}
      </RecordList>
      {embedded && (
        <EmbedDialog
          userEmail={embedded.email}
          companyId={embedded.company?.id ?? null}
          title={words.embedFor(embedded.name)}
          onClose={() => setEmbedded(null)}
        />
      )}
    </>
  )
}

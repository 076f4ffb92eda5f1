import { useDataProvider } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { teamMessages as words } from '#domain/messages/panel-team'
import { Text } from '../../inputs/text.tsx'
import { BY_NAME, NameInput, NamesInput } from '../../inputs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { useSession } from '../../layout/route-guard.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'

type Team = Outputs['team']['list']['data'][number]

const ALL = { page: 1, perPage: LIMITS.teamMembers }
const TITLES = { create: words.createTitle, edit: words.editTitle }

const toValues = (team: Team | null) =>
  team === null
    ? { name: '', leader: null, members: [] }
    : { ...team, members: team.members.map(({ id }) => id) }

export const TeamForm = ({ onClose }: { onClose: () => void }) => (
  <RecordDialog<Team>
    titles={TITLES}
    toValues={toValues}
    failed={({ message }) => words.failed(message)}
    saved={words.saved}
    onClose={onClose}
  >
    {(team) => (
      <>
        <Text source="name" words={words.name} autoFocus max={LIMITS.textLength} />
        <PeopleInputs team={team} />
      </>
    )}
  </RecordDialog>
)

/** Members belong to the lead's company, so a change of the lead removes the others. */
const PeopleInputs = ({ team }: { team: Team | null }) => {
  const { getValues, setValue } = useFormContext()
  const { user: me } = useSession()
  const dataProvider = useDataProvider()
  const leader = toText(useWatch({ name: 'leader' }))
  /** The company while there is no lead. */
  const companyId = team === null ? (me?.company?.id ?? null) : team.companyId
  const toPeopleFilter = (lead: string) => (lead === '' ? { companyId } : { colleaguesOf: lead })

  const leaderChanged = async (lead: string) => {
    const chosen = toIds(getValues('members'))
    // `lead` is empty while the user types.
    if (lead === '' || chosen.length === 0) return
    const { data } = await dataProvider.getList<{ id: string }>('user-names', {
      filter: { ...toPeopleFilter(lead), id: chosen },
      pagination: ALL,
      sort: BY_NAME,
    })
    if (toText(getValues('leader')) !== lead) return
    const isLeft = (id: string) => chosen.includes(id) && !data.some((person) => person.id === id)
    const kept = toIds(getValues('members')).filter((id) => !isLeft(id))
    setValue('members', kept, { shouldDirty: true })
  }
  return (
    <>
      <NameInput
        source="leader"
        reference="user-names"
        words={words.leader}
        onChange={(id) => {
          // The server rejects the remaining ones at this field.
          leaderChanged(toText(id)).catch(() => undefined)
        }}
      />
      <NamesInput
        source="members"
        reference="user-names"
        words={words.members}
        filter={toPeopleFilter(leader)}
      />
    </>
  )
}

const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(toText) : [])

import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { TeamList } from './team-list.tsx'

const name: PageKey = 'teams'

export const teams: ResourceProps = { name, list: TeamList }

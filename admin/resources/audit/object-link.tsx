import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { textCell } from '../../table/cells.tsx'
import { objectName, objectPath, type AuditEntry } from './audit.ts'

/** What an entry is about, as a link to where it is seen. */
export const ObjectLink = ({ entry }: { entry: AuditEntry }) => {
  const path = objectPath(entry)
  const name = objectName(entry)
  return path === null ? (
    textCell(name)
  ) : (
    <Link component={RouterLink} to={path} underline="hover" title={name}>
      {name}
    </Link>
  )
}

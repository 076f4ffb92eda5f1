import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { Link } from 'react-router'
import { importMessages } from '#domain/messages/panel-import'

type Props = { label: string; importOf?: string; onClick: () => void }

export const AddButton = ({ label, importOf, onClick }: Props) => (
  <>
    {importOf && (
      <Button variant="outlined" component={Link} to={`/admin/import?of=${importOf}`}>
        {importMessages.title}
      </Button>
    )}
    <Button variant="contained" startIcon={<AddIcon />} onClick={onClick}>
      {label}
    </Button>
  </>
)

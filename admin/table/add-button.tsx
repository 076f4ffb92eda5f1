import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'

/** Makes a new record of the list. */
export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="contained" startIcon={<AddIcon />} onClick={onClick} sx={{ minHeight: 40 }}>
    {label}
  </Button>
)

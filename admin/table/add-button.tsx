import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'

export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="contained" startIcon={<AddIcon />} onClick={onClick}>
    {label}
  </Button>
)

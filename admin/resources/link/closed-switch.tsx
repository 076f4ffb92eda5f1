import { FormControlLabel, Switch } from '@mui/material'
import { useListContext } from 'react-admin'
import { linkMessages } from '#domain/messages/panel-link'

/** Whether the list around it holds closed links too; the address of the page keeps it. */
export const ClosedSwitch = () => {
  const { filterValues, setFilters } = useListContext()
  const { closed, ...others } = filterValues
  const isOn = closed === true
  return (
    <FormControlLabel
      control={<Switch size="small" checked={isOn} />}
      label={linkMessages.showClosed}
      onChange={() => setFilters(isOn ? others : { ...others, closed: true })}
      sx={{ mx: 0, gap: 1 }}
    />
  )
}

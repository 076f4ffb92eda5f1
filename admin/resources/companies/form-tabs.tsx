import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import { Box, Tab, Tabs, Typography } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'
import { FormGroupContextProvider, useFormGroup } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { dialogMessages } from '#domain/messages/panel-dialog'

const words = dialogMessages.tabs

type Props = { label: string; tabs: readonly { name: string; content: ReactNode }[] }

/**
 * Mounts a tab when it is first opened: until then its values are the stored ones, and its fields would make opening and
 * typing slower. It stays mounted, so that its fields are validated. A submit mounts all, so that the server's errors are
 * shown at their fields.
 */
export const FormTabs = ({ label, tabs }: Props) => {
  const id = useId()
  const [open, setOpen] = useState(0)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([0]))
  const { submitCount } = useFormState()
  const isMounted = (index: number) => opened.has(index) || submitCount > 0
  return (
    <>
      <Box sx={barStyle}>
        <Tabs
          value={open}
          onChange={(_event, index: number) => {
            setOpen(index)
            setOpened(new Set([...opened, index]))
          }}
          variant="scrollable"
          scrollButtons={false}
          aria-label={label}
        >
          {tabs.map(({ name }, index) => (
            <Tab
              key={name}
              id={`${id}-tab-${index}`}
              aria-controls={`${id}-panel-${index}`}
              label={<TabLabel name={name} />}
              sx={{ minHeight: 48, minWidth: 0, px: 2, fontSize: 13 }}
            />
          ))}
        </Tabs>
        <Typography role="alert" color="error" variant="body2" sx={{ px: 3 }}>
          {tabs.map(
            ({ name }, index) => index !== open && <TabProblem key={`${name}-${submitCount}`} name={name} />,
          )}
        </Typography>
      </Box>
      {tabs.map(({ name, content }, index) => (
        <Box
          key={name}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== open}
          sx={{ ...panelStyle, display: index === open ? 'grid' : 'none' }}
        >
          <FormGroupContextProvider name={name}>{isMounted(index) && content}</FormGroupContextProvider>
        </Box>
      ))}
    </>
  )
}

const TabLabel = ({ name }: { name: string }) => {
  const { isValid } = useFormGroup(name)
  if (isValid) return name
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'error.main' }}>
      {name}
      <ErrorIcon fontSize="small" titleAccess={words.hasProblem} />
    </Box>
  )
}

const TabProblem = ({ name }: { name: string }) =>
  useFormGroup(name).isValid ? null : <Box component="span">{words.problem(name)} </Box>

const barStyle = {
  position: 'sticky',
  top: 0,
  zIndex: 2,
  mx: -5,
  mt: -3,
  px: 2,
  borderBottom: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
}

/** Keeps the dialog's height from tab to tab. */
const panelStyle = {
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 3,
  minWidth: 0,
  pt: 3,
  minHeight: { sm: 'calc(90dvh - 225px)' },
}

import FilterListIcon from '@mui/icons-material/FilterList'
import { Box, Button, Chip, Popover, Tooltip, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { BooleanInput, useListContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { panelMessages } from '#domain/messages/panel'

const words = panelMessages.table

export const FilterMenu = ({ children }: { children: ReactNode }) => {
  const { setValue } = useFormContext()
  const { q: _q, ...on } = useListContext().filterValues
  const names = Object.keys(on)
  return (
    <PopoverButton
      label={words.filters}
      name={words.filtersOn(names.length)}
      keepMounted
      icon={<FilterListIcon fontSize="small" />}
    >
      {(close) => (
        <Box sx={{ display: 'grid', gap: 4, width: 300, maxWidth: '100%', pt: 2 }}>
          {children}
          <Button
            size="small"
            disabled={names.length === 0}
            onClick={() => {
              names.forEach((name) => setValue(name, ''))
              close()
            }}
            sx={{ justifySelf: 'start', minHeight: 36 }}
          >
            {words.clearFilters}
          </Button>
        </Box>
      )}
    </PopoverButton>
  )
}

type Filter = { source: string; label: string }

/** Filters nothing while it is off. */
export const FilterSwitch = (props: Filter) => (
  <BooleanInput {...props} helperText={false} defaultValue="" parse={(isOn: boolean) => isOn || ''} />
)

/** An active filter. A click, Enter or Delete removes it. */
export const FilterChip = ({ source, label }: Filter) => {
  const { setFocus, setValue } = useFormContext()
  const remove = () => {
    // The focused chip is removed.
    setFocus('q')
    setValue(source, '')
  }
  return (
    <Chip
      variant="outlined"
      color="primary"
      label={label}
      aria-label={words.removeFilter(label)}
      onClick={remove}
      onDelete={remove}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: 32 }}
    />
  )
}

type Props = {
  label: string
  /** The accessible name, if it differs from the label. */
  name?: string
  icon: ReactNode
  /** Shows the label as a tooltip only. */
  isIcon?: boolean
  title?: string
  /** Forms know only the values of mounted inputs. */
  keepMounted?: boolean
  children: (close: () => void) => ReactNode
}

export const PopoverButton = ({ label, icon, isIcon = false, title = label, children, ...props }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const isOpen = anchor !== null
  const close = () => setAnchor(null)
  return (
    <>
      <Tooltip title={isIcon ? label : ''}>
        <Button
          variant="outlined"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={props.name}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ minWidth: 40, gap: 2, px: { xs: 2, sm: isIcon ? 2 : 4 } }}
        >
          {icon}
          <span className={isIcon ? 'visually-hidden' : 'visually-hidden-on-phones'}>{label}</span>
        </Button>
      </Tooltip>
      <Popover
        open={isOpen}
        keepMounted={props.keepMounted}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            tabIndex: -1,
            'aria-modal': isOpen,
            'aria-labelledby': id,
            sx: paperStyle,
          },
          transition: { onEntered: takeFocus },
        }}
      >
        <Typography id={id} component="h2" variant="h3" color="text.secondary" sx={{ mb: 1 }}>
          {title}
        </Typography>
        {children(close)}
      </Popover>
    </>
  )
}

/** Not a field of it, as phones would show their keyboard. */
const takeFocus = (paper: HTMLElement) => {
  if (!paper.contains(document.activeElement)) paper.focus()
}

const paperStyle = { outline: 0, mt: 1, p: 4, minWidth: 220, maxWidth: '90vw' }

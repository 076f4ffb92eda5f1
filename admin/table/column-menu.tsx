import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import { Checkbox, FormControlLabel, FormGroup } from '@mui/material'
import { useListContext, useStore, useTranslateLabel } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import type { ColumnInfo } from './column.tsx'
import { PopoverButton } from './popover-button.tsx'

const words = panelMessages.table

type Props = { page: PageKey; columns: readonly ColumnInfo[]; hiddenAtFirst: string[] }

/** The hidden columns are where react-admin's DataTable looks for them. The last visible one stays. */
export const ColumnMenu = ({ page, columns, hiddenAtFirst }: Props) => {
  const [hidden, setHidden] = useStore<string[]>(`${page}.datatable`, hiddenAtFirst)
  const { setPage } = useListContext()
  const translateLabel = useTranslateLabel()
  const isLast = columns.filter(({ source }) => !hidden.includes(source)).length === 1
  const toggle = (source: string, isHidden: boolean) => {
    setHidden(isHidden ? hidden.filter((other) => other !== source) : [...hidden, source])
    setPage(1)
  }
  return (
    <PopoverButton
      label={words.configureColumns}
      title={words.visibleColumns}
      isIcon
      icon={<ViewColumnIcon fontSize="small" />}
    >
      {() => (
        <FormGroup>
          {columns.map(({ source }) => {
            const isHidden = hidden.includes(source)
            const isFixed = isLast && !isHidden
            return (
              <FormControlLabel
                key={source}
                label={translateLabel({ resource: page, source })}
                title={isFixed ? words.lastColumn : undefined}
                disabled={isFixed}
                control={
                  <Checkbox size="small" checked={!isHidden} onChange={() => toggle(source, isHidden)} />
                }
              />
            )
          })}
        </FormGroup>
      )}
    </PopoverButton>
  )
}

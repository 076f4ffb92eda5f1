import { Box } from '@mui/material'
import { createElement, type ComponentType, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { Failed } from '../layout/failed.tsx'
import { Waiting } from '../layout/waiting.tsx'
import { lateCode, useLateCode } from './late-code.ts'

/** A page of the panel, or a part of one, whose code is fetched when it is shown. `waiting`: in its place until then. */
export function latePage<Props extends object>(
  fetchPage: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <Waiting />,
): ComponentType<Props> {
  const late = lateCode(fetchPage)
  return function LatePage(props: Props) {
    const { state, retry } = useLateCode(late)
    if (state.name === 'here') return createElement(state.code, props)
    if (state.name === 'coming') return waiting
    return (
      <Box sx={{ py: 4 }}>
        <Failed text={panelMessages.failures.part} onRetry={retry} />
      </Box>
    )
  }
}

import { createElement, type ComponentType, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { Failed } from '../layout/failed.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { Waiting } from '../layout/waiting.tsx'
import { lateCode, useLateCode } from './late-code.ts'

type Fetched<Props> = () => Promise<ComponentType<Props>>

/** A page of the panel whose code is fetched when it is opened. */
export const latePage = <Props extends object>(fetchPage: Fetched<Props>): ComponentType<Props> =>
  late(fetchPage, <Waiting />, <PageHeader title={panelMessages.failures.crashTitle} />)

/** A part of a page whose code is fetched when it is shown. `waiting`: in its place until then. */
export const latePart = <Props extends object>(
  fetchPart: Fetched<Props>,
  waiting: ReactNode,
): ComponentType<Props> => late(fetchPart, waiting, null)

function late<Props extends object>(
  fetchCode: Fetched<Props>,
  waiting: ReactNode,
  heading: ReactNode,
): ComponentType<Props> {
  const code = lateCode(fetchCode)
  return function LateCode(props: Props) {
    const { state, ...again } = useLateCode(code)
    if (state.name === 'here') return createElement(state.code, props)
    if (state.name === 'coming') return waiting
    return (
      <>
        {heading}
        <Failed text={panelMessages.failures.part} onRetry={again.retry} isTrying={again.isTrying} />
      </>
    )
  }
}

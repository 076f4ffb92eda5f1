import { createElement, type ComponentType, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { Failed } from '../layout/failed.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { Waiting } from '../layout/waiting.tsx'
import { lazyModule, useLazyModule } from './late-code.ts'

type Fetched<Props> = () => Promise<ComponentType<Props>>

/** A page of the panel whose code is fetched when it is opened. */
export const lazyPage = <Props extends object>(fetchPage: Fetched<Props>): ComponentType<Props> =>
  late(fetchPage, <Waiting />, <PageHeader title={panelMessages.failures.crashTitle} />)

/** A part of a page whose code is fetched when it is shown. `waiting`: in its place until then. */
export const lazyPart = <Props extends object>(
  fetchPart: Fetched<Props>,
  waiting: ReactNode,
): ComponentType<Props> => late(fetchPart, waiting, null)

function late<Props extends object>(
  fetchCode: Fetched<Props>,
  waiting: ReactNode,
  heading: ReactNode,
): ComponentType<Props> {
  const code = lazyModule(fetchCode)
  return function LateCode(props: Props) {
    const { state, ...again } = useLazyModule(code)
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

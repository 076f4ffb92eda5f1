import { createElement, type ComponentType } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { PlainFailed } from '../layout/plain-failed.tsx'
import { Waiting } from '../layout/waiting.tsx'
import { useLazyModule, type LazyModule } from './late-code.ts'

/** A whole page, shown once its code is there, which may well have been asked for already. */
export const LatePlainPage = ({ late }: { late: LazyModule<ComponentType> }) => {
  const { state, retry, isTrying } = useLazyModule(late)
  if (state.name === 'coming') return <Waiting />
  if (state.name === 'failed') {
    return <PlainFailed text={panelMessages.failures.load} onRetry={retry} isTrying={isTrying} />
  }
  return createElement(state.code)
}

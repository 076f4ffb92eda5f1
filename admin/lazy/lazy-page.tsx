import type { FunctionComponent, ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { Failed } from '../layout/failed.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { Waiting } from '../layout/waiting.tsx'
import { lazyComponent } from './lazy-component.tsx'

type Load<Props> = () => Promise<FunctionComponent<Props>>
type Retry = { onRetry: () => void }

export const lazyPage = <Props extends object>(load: Load<Props>): FunctionComponent<Props> =>
  lazyComponent(load, <Waiting />, PageFailed)

export const lazyPart = <Props extends object>(
  load: Load<Props>,
  waiting: ReactNode,
): FunctionComponent<Props> => lazyComponent(load, waiting, PartFailed)

const PartFailed = ({ onRetry }: Retry) => <Failed text={panelMessages.failures.part} onRetry={onRetry} />

const PageFailed = ({ onRetry }: Retry) => (
  <>
    <PageHeader title={panelMessages.failures.crashTitle} />
    <PartFailed onRetry={onRetry} />
  </>
)

import { useState } from 'react'
import { deskMessages } from '#domain/messages/panel-desk'
import { needsReason } from '#domain/submission-status'
import { trpc } from '../../providers/trpc-client.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useDesk, type Choices, type Moved } from './use-desk.ts'

export type Move = Choices['moves'][number]
type Asked = { submission: Moved; to: Move }

/** Moves submissions to other statuses; `question` asks for the reason where one is needed. */
export function useMove() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { busy, run, readChoices, change, refresh } = useDesk(deskMessages.status.failed)

  const send = async ({ id, updatedAt }: Moved, status: string, reason?: string): Promise<void> => {
    await change(id, () => trpc.form.setStatus.mutate({ id, status, reason, updatedAt }))
    setAsked(null)
  }
  const ask = (submission: Moved, to: Move) =>
    to.reasons.length > 0 ? Promise.resolve(setAsked({ submission, to })) : send(submission, to.key)

  /** The server's sentence explains a refusal. */
  const drop = (submission: Moved, { key, status }: Pick<Move, 'key' | 'status'>) =>
    run(async () => {
      const moves = needsReason(status) ? (await readChoices(submission.id)).moves : []
      const to = moves.find((move) => move.key === key)
      await (to ? ask(submission, to) : send(submission, key))
    })

  const question = asked && (
    <ReasonDialog
      name={asked.to.name}
      reasons={asked.to.reasons}
      busy={busy}
      onChosen={(reason) => run(() => send(asked.submission, asked.to.key, reason))}
      onClose={() => {
        setAsked(null)
        refresh()
      }}
    />
  )
  return {
    busy,
    run,
    readChoices,
    drop,
    question,
    choose: (submission: Moved, to: Move) => run(() => ask(submission, to)),
  }
}

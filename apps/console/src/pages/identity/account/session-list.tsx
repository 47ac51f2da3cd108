import { showToast } from '../../../widgets/toast/toast-queue.ts'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { accountTexts as texts } from '../../../words/en/identity/account.ts'
import { type AccountResult, endOtherSessions, endSession } from './account.generated.ts'
import { describeDevice } from './describe-device.ts'

type SessionListProps = {
  sessions: AccountResult['sessions']['nodes']
  onChanged: () => Promise<void>
}

export function SessionList({ sessions, onChanged }: SessionListProps) {
  const { ask } = useConsole()
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<ConsoleFault>()
  async function run(name: string, work: () => Promise<unknown>): Promise<void> {
    setBusy(name)
    setFault(undefined)
    try {
      await work()
      await onChanged()
      showToast({ title: name === 'others' ? texts.othersEnded : texts.sessionEnded })
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="stack">
      {fault ? <FaultNotice fault={fault} /> : null}
      <ul className="rows rows-inset">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={busy === session.id}
            onEnd={() => void run(session.id, () => ask(endSession, { sessionId: session.id }))}
          />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className="actions">
          <Button
            isBusy={busy === 'others'}
            onClick={() => void run('others', () => ask(endOtherSessions, {}))}
          >
            {texts.endOthers}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type SessionRowProps = { session: SessionListProps['sessions'][number]; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { userAgent, address, lastUsedAt, isCurrent } = session
  const device = describeDevice(userAgent) ?? texts.unknownDevice
  return (
    <li className="row">
      <Icon name="device" />
      <div className="row-text">
        <p className="row-title">
          {device}
          {isCurrent ? <Badge tone="accent">{texts.thisDevice}</Badge> : null}
        </p>
        <p className="soft small">
          {address === null ? null : <span className="row-detail figures">{address}</span>}
          <span className="row-detail">
            {texts.lastUsed} <Moment at={lastUsedAt} as="ago" />
          </span>
        </p>
      </div>
      {isCurrent ? null : (
        <Button size="s" aria-label={texts.endSessionOf(device)} isBusy={isBusy} onClick={onEnd}>
          {texts.endSession}
        </Button>
      )}
    </li>
  )
}

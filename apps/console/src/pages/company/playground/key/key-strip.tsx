import { useState } from 'react'
import { type ConsoleFault, toConsoleFault } from '../../../../graphql/console-fault.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Icon } from '../../../../parts/icon.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { playgroundKeyTexts as texts } from '../../../../words/en/company/playground.ts'
import type { PageKey } from './use-page-key.ts'

/** With which key the page calls the gateway, and the way to end it. */
export function KeyStrip({ pageKey, fault }: { pageKey: PageKey; fault: ConsoleFault | undefined }) {
  const { shown, hasEnded, end } = pageKey
  const [isBusy, setBusy] = useState(false)
  const [endFault, setEndFault] = useState<ConsoleFault>()
  async function endKey(): Promise<void> {
    setBusy(true)
    setEndFault(undefined)
    await end().catch((thrown: unknown) => setEndFault(toConsoleFault(thrown)))
    setBusy(false)
  }
  const shownFault = fault ?? endFault
  return (
    <>
      {shownFault ? <FaultNotice fault={shownFault} /> : null}
      <div className="key-strip">
        <Icon name="key" />
        <p role="status">
          {shown ? (
            <>
              {texts.live(shown.hint)}{' '}
              {shown.expiresAt === null ? null : <Moment at={shown.expiresAt} as="time" />}
              {texts.liveEnd}
            </>
          ) : hasEnded ? (
            texts.ended
          ) : (
            texts.none
          )}
        </p>
        {shown ? (
          <Button size="s" isBusy={isBusy} onClick={() => void endKey()}>
            {texts.end}
          </Button>
        ) : null}
      </div>
    </>
  )
}

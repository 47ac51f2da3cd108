import { showToast } from '../../../widgets/toast/toast-queue.ts'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { wordsOfFault } from '../../../graphql/fault-words.ts'
import { Button } from '../../../parts/form/button.tsx'
import { eventsTexts as texts } from '../../../words/en/platform/events.ts'
import { sweepProviderEvents } from './events.generated.ts'

/** Fetches what the provider has sent in the last day and the inbox lacks. */
export function SweepButton({ onSwept }: { onSwept: () => void }) {
  const { ask } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  async function sweep(): Promise<void> {
    setBusy(true)
    setFailure('')
    try {
      const { sweepProviderEvents: found } = await ask(sweepProviderEvents, {})
      showToast({ title: texts.swept(found.seen, found.added) })
      onSwept()
    } catch (thrown) {
      const fault: ConsoleFault = toConsoleFault(thrown)
      setFailure(wordsOfFault(fault).title)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <span role="status" className="soft small sweep-result">
        {failure}
      </span>
      <Button onClick={() => void sweep()} isBusy={isBusy}>
        {texts.sweep}
      </Button>
    </>
  )
}

import { useState } from 'react'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { showToast } from '../../../widgets/toast/toast-queue.ts'

/** Runs one change at a time, keeps its fault, and shows what it says as a toast. */
export function useTaskChange(onChanged: () => void) {
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<ConsoleFault>()
  async function run(name: string, work: () => Promise<string>): Promise<void> {
    setBusy(name)
    setFault(undefined)
    try {
      showToast({ title: await work() })
      onChanged()
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, fault, run }
}

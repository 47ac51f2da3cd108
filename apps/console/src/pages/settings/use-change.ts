import { useState } from 'react'
import { type ConsoleFault, toConsoleFault } from '../../graphql/console-fault.ts'

/** Runs one change at a time, named by the row that it belongs to, and keeps its fault. */
export function useChange(onChanged: () => void) {
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<ConsoleFault>()
  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(name)
    setFault(undefined)
    try {
      await work()
      onChanged()
      return true
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, fault, run }
}

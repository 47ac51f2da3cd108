import { useState } from 'react'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'

/** Runs one change at a time, and keeps its fault or what it says. */
export function useTaskChange(onChanged: () => void) {
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<ConsoleFault>()
  const [said, setSaid] = useState('')
  async function run(name: string, work: () => Promise<string>): Promise<void> {
    setBusy(name)
    setFault(undefined)
    try {
      setSaid(await work())
      onChanged()
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, fault, said, run }
}

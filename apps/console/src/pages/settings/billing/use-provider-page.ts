// Leads to a page of the payment provider, whose address a mutation returns.
import { useEffect, useState } from 'react'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'

export function useProviderPage() {
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<ConsoleFault>()
  useEffect(() => {
    // The back button can restore this page as it was left, with its button busy.
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(undefined)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  async function go(name: string, findUrl: () => Promise<string>): Promise<void> {
    setBusy(name)
    setFault(undefined)
    try {
      // Stays busy: the browser is leaving this page.
      window.location.assign(await findUrl())
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
      setBusy(undefined)
    }
  }
  return { busy, fault, go }
}

import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { type UpdateJobVariables, job, updateJob } from './job.generated.ts'

export type JobChange = {
  isBusy: boolean
  fault: ConsoleFault | undefined
  /** Runs one change, shows its fault, and reads the job again. Resolves to whether it succeeded. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  update: (input: UpdateJobVariables['input']) => Promise<boolean>
}

export function useJobChange(companyId: string, jobId: string): JobChange {
  const { ask, queries } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ConsoleFault>()
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
      return true
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: [job.name] })
      setBusy(false)
    }
  }
  return { isBusy, fault, run, update: (input) => run(() => ask(updateJob, { companyId, jobId, input })) }
}

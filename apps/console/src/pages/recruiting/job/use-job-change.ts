import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { showToast } from '../../../widgets/toast/toast-queue.ts'
import { undoAction } from '../../../widgets/toast/undo-action.ts'
import { jobTextTexts as texts } from '../../../words/en/recruiting/job.ts'
import { type Correction, type Posting, toCorrections } from '../understood/posting.ts'
import { undoCorrection } from '../understood/undo-correction.ts'
import { type UpdateJobVariables, job, updateJob } from './job.generated.ts'

export type JobChange = {
  isBusy: boolean
  fault: ConsoleFault | undefined
  /** Runs one change, shows its fault, and reads the job again. Resolves to whether it succeeded. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  update: (input: UpdateJobVariables['input']) => Promise<boolean>
  /** Saves a correction of this version of the job, and offers to take it back until the job is changed again. */
  correct: (correction: Correction, job: Posting & { version: number }) => Promise<void>
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
  const save = (input: UpdateJobVariables['input']) => ask(updateJob, { companyId, jobId, input })
  async function correct(correction: Correction, before: Posting & { version: number }): Promise<void> {
    await run(async () => {
      const { updateJob: saved } = await save({
        corrections: toCorrections(correction),
        version: before.version,
      })
      const undo = async () => {
        await save({ corrections: undoCorrection(correction, before), version: saved.version })
        await queries.invalidateQueries({ queryKey: [job.name] })
      }
      showToast({ title: texts.isCorrected, action: undoAction(undo) })
    })
  }
  return { isBusy, fault, run, update: (input) => run(() => save(input)), correct }
}

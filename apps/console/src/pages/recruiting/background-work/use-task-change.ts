import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { cancelTask, retryTask } from './work.generated.ts'

/** Cancels a task or tries it again. The pages that show it are asked again by the events of the company. */
export function useTaskChange(companyId: string) {
  const { ask, queries } = useConsole()
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<ConsoleFault>()
  const change = async (taskId: string, work: () => Promise<unknown>) => {
    setBusy(taskId)
    setFault(undefined)
    try {
      await work()
      await queries.invalidateQueries({ predicate: ({ meta }) => isAboutTasks(meta?.['topics']) })
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    }
    setBusy(undefined)
  }
  return {
    retry: (taskId: string) => change(taskId, () => ask(retryTask, { companyId, taskId })),
    cancel: (taskId: string) => change(taskId, () => ask(cancelTask, { companyId, taskId })),
    busy,
    fault,
  }
}

function isAboutTasks(topics: unknown): boolean {
  return Array.isArray(topics) && topics.includes('TASKS')
}

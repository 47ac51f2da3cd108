// The work under way on one document or meeting, for the page of that object.
import { Button } from '../../../parts/form/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useFrame } from '../../../shell/use-frame.ts'
import { workTexts as texts } from '../../../words/en/recruiting/work.ts'
import { TaskState, nameOfStep } from './task-state.tsx'
import { useTaskChange } from './use-task-change.ts'
import type { WorkResult } from './work.generated.ts'

type ShownTask = Omit<WorkResult['backgroundTasks']['nodes'][number], 'subjectKind'>

type TaskPanelProps = {
  companyId: string
  tasks: readonly ShownTask[]
  /** The task that a person cancelled, which is not listed any more. */
  cancelledTaskId: string | null
}

export function TaskPanel({ companyId, tasks, cancelledTaskId }: TaskPanelProps) {
  const { retry, cancel, busy, fault } = useTaskChange(companyId)
  const isAdmin = useFrame().data?.balance !== undefined
  if (tasks.length === 0 && cancelledTaskId === null) return null
  return (
    <Panel title={texts.title}>
      <div className="stack">
        {fault ? <FaultNotice fault={fault} /> : null}
        {tasks.map((task) => (
          <div key={task.id} className="stack">
            <TaskFacts task={task} />
            {isAdmin ? (
              <div>
                {task.state === 'FAILED' ? (
                  <Button isBusy={busy === task.id} onClick={() => void retry(task.id)}>
                    {texts.retry}
                  </Button>
                ) : task.kind === 'delete-document' ? null : (
                  <Button isBusy={busy === task.id} onClick={() => void cancel(task.id)}>
                    {texts.cancel}
                  </Button>
                )}
              </div>
            ) : null}
          </div>
        ))}
        {cancelledTaskId !== null && tasks.length === 0 ? (
          <>
            <p>{texts.cancelledText}</p>
            {isAdmin ? (
              <div>
                <Button isBusy={busy === cancelledTaskId} onClick={() => void retry(cancelledTaskId)}>
                  {texts.retry}
                </Button>
              </div>
            ) : null}
          </>
        ) : null}
        {isAdmin ? null : <p className="soft small">{texts.onlyAdmins}</p>}
      </div>
    </Panel>
  )
}

function TaskFacts({ task }: { task: ShownTask }) {
  const { kind, step, attempts, nextTryAt, lastError } = task
  const facts = [
    { label: texts.what, value: texts.kinds[kind] ?? kind },
    { label: texts.state, value: <TaskState {...task} /> },
    { label: texts.attempts, value: String(attempts) },
    ...(step === null ? [] : [{ label: texts.step, value: nameOfStep(step) }]),
    ...(nextTryAt === null || attempts === 0
      ? []
      : [{ label: texts.nextTry, value: <Moment at={nextTryAt} as="second" /> }]),
    ...(lastError === null ? [] : [{ label: texts.lastError, value: lastError }]),
  ]
  return <Facts facts={facts} />
}

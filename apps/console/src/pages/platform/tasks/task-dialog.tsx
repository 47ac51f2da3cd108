import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Fact } from '../../../parts/facts.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { Snippet } from '../../../parts/text/snippet.tsx'
import { tasksTexts as texts } from '../../../words/en/platform/tasks.ts'
import type { FailedTask } from './failed-task.ts'

type TaskDialogProps = {
  task: FailedTask
  isBusy: boolean
  onReplay: () => void
  onCompany: (companyId: string) => void
  onClose: () => void
}

export function TaskDialog({ task, isBusy, onReplay, onCompany, onClose }: TaskDialogProps) {
  const { companyId } = task
  return (
    <Dialog title={texts.task} onClose={onClose} width="l">
      <div className="stack">
        <dl className="facts">
          <Fact label={texts.kind}>{task.kind}</Fact>
          <Fact label={texts.id}>
            <CopyText text={task.id} label={texts.id} />
          </Fact>
          {companyId === null ? null : (
            <Fact label={texts.company}>
              <CopyText text={companyId} label={texts.company} />
            </Fact>
          )}
          <Fact label={texts.enqueuedAt}>
            <Moment at={task.enqueuedAt} as="second" />
          </Fact>
          <Fact label={texts.failedAt}>
            <Moment at={task.failedAt} as="second" />
          </Fact>
          <Fact label={texts.attempts}>{task.attempts}</Fact>
          <Fact label={texts.replays}>{task.replays}</Fact>
          <Fact label={texts.error}>
            {task.message} <code className="soft">{task.code}</code>
          </Fact>
        </dl>
        <Snippet text={JSON.stringify(task.input, undefined, 2)} label={texts.input} />
        <DialogActions>
          {companyId === null ? null : (
            <Button onClick={() => onCompany(companyId)}>{texts.openCompany}</Button>
          )}
          <Button kind="primary" onClick={onReplay} isBusy={isBusy}>
            {texts.replay}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

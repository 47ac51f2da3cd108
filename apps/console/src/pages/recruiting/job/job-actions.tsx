import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { jobTexts as texts } from '../../../words/en/recruiting/job.ts'
import { type JobResult, closeJob, copyJob, rematchJob } from './job.generated.ts'
import type { JobChange } from './use-job-change.ts'

type JobActionsProps = { companyId: string; job: JobResult['job']; change: JobChange }

export function JobActions({ companyId, job, change }: JobActionsProps) {
  const { ask } = useConsole()
  const [isClosing, setClosing] = useState(false)
  const { id: jobId, version } = job
  const { isBusy } = change
  if (job.status === 'CLOSED' || job.status === 'EXPIRED')
    return <Reopen companyId={companyId} job={job} change={change} />
  return (
    <>
      {job.status === 'ACTIVE' ? (
        <>
          <Button
            isBusy={isBusy}
            onClick={() => void change.run(() => ask(rematchJob, { companyId, jobId }))}
          >
            {texts.rematch}
          </Button>
          <Button isBusy={isBusy} onClick={() => void change.update({ status: 'PAUSED', version })}>
            {texts.pause}
          </Button>
        </>
      ) : (
        <Button
          kind="primary"
          isBusy={isBusy}
          onClick={() => void change.update({ status: 'ACTIVE', version })}
        >
          {texts.activate}
        </Button>
      )}
      <Button isBusy={isBusy} onClick={() => setClosing(true)}>
        {texts.close}
      </Button>
      {isClosing ? (
        <Dialog title={texts.closeTitle} onClose={() => setClosing(false)}>
          <p className="soft">{texts.closeText}</p>
          <DialogActions>
            <Button onClick={() => setClosing(false)}>{texts.keep}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setClosing(false)
                void change.run(() => ask(closeJob, { companyId, jobId }))
              }}
            >
              {texts.closeConfirm}
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  )
}

/** A closed job stays closed, so its text becomes a new draft. */
function Reopen({ companyId, job, change }: JobActionsProps) {
  const { ask } = useConsole()
  const navigate = useNavigate()
  async function reopen(): Promise<void> {
    const { title, descriptionText } = job
    const { createJob } = await ask(copyJob, { companyId, input: { title, descriptionText } })
    await navigate({ to: `/c/${companyId}/jobs/${createJob.id}` })
  }
  return (
    <Button isBusy={change.isBusy} onClick={() => void change.run(reopen)}>
      {texts.reopen}
    </Button>
  )
}

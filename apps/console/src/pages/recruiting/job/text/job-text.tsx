import { useState } from 'react'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { TextArea } from '../../../../parts/form/text-area.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { jobTextTexts as texts } from '../../../../words/en/recruiting/job.ts'
import { understoodTexts } from '../../../../words/en/recruiting/understood.ts'
import { NumberedLines } from '../../numbered-lines.tsx'
import { Understood } from '../../understood/understood.tsx'
import type { JobResult } from '../job.generated.ts'
import type { JobChange } from '../use-job-change.ts'

type JobTextProps = { job: JobResult['job']; change: JobChange }

/** What was understood, beside the lines that it was read from. */
export function JobText({ job, change }: JobTextProps) {
  const [line, setLine] = useState<number>()
  const [isEditing, setEditing] = useState(false)
  const isOpen = job.status !== 'CLOSED' && job.status !== 'EXPIRED'
  const lines = job.descriptionText.split('\n')
  const edit = (
    <Button size="s" onClick={() => setEditing(true)}>
      {texts.edit}
    </Button>
  )
  return (
    <div className="post-job">
      <Panel title={understoodTexts.title}>
        <p className="soft small">{isOpen ? texts.saved : texts.closed}</p>
        <Understood
          posting={job}
          lines={lines}
          onLine={setLine}
          onCorrect={isOpen ? (correction) => void change.correct(correction, job) : undefined}
        />
      </Panel>
      <Panel title={texts.text} aside={isOpen && !isEditing ? edit : undefined}>
        {isEditing ? (
          <EditText job={job} change={change} onClose={() => setEditing(false)} />
        ) : (
          <NumberedLines
            label={texts.text}
            lines={lines.map((text, index) => ({ line: index, text }))}
            marked={line === undefined ? [] : [line]}
          />
        )}
      </Panel>
    </div>
  )
}

function EditText({ job, change, onClose }: JobTextProps & { onClose: () => void }) {
  const form = useForm([], async (value) => {
    const isSaved = await change.update({
      title: value('title').trim(),
      descriptionText: value('descriptionText'),
      version: job.version,
    })
    if (isSaved) onClose()
  })
  return (
    <form className="stack" onSubmit={form.onSubmit}>
      <Field label={texts.title} name="title" required maxLength={300} defaultValue={job.title} />
      <TextArea
        label={texts.posting}
        name="descriptionText"
        required
        rows={20}
        defaultValue={job.descriptionText}
      />
      <div className="actions">
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.save}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </div>
    </form>
  )
}

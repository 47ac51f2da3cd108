import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { useAsked } from '../../../../graphql/use-asked.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { TextArea } from '../../../../parts/form/text-area.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { BackLink, PageHead } from '../../../../parts/page-head.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { postTexts as texts } from '../../../../words/en/recruiting/jobs.ts'
import { understoodTexts } from '../../../../words/en/recruiting/understood.ts'
import {
  type Correction,
  type Corrections,
  applyCorrections,
  joinCorrections,
} from '../../understood/posting.ts'
import { Understood } from '../../understood/understood.tsx'
import { createJob, previewJob } from '../jobs.generated.ts'

/** A text becomes a job: what is read from it appears while it is written, and can be corrected before it is saved. */
export function PostJob({ companyId }: { companyId: string }) {
  const [text, setText] = useState('')
  const [corrections, setCorrections] = useState<readonly Correction[]>([])
  const settled = useSettled(text)
  const isEmpty = settled.trim() === ''
  const asked = useAsked(previewJob, { companyId, text: settled }, { isEnabled: !isEmpty })
  const preview = isEmpty ? undefined : asked.data?.previewJob
  return (
    <div className="page">
      <BackLink to={`/c/${companyId}/jobs`}>{texts.back}</BackLink>
      <PageHead title={texts.title} text={texts.text} />
      <div className="post-job">
        <PostForm
          companyId={companyId}
          text={text}
          onText={setText}
          title={preview && (preview.title ?? '')}
          corrections={preview && corrections.length > 0 ? joinCorrections(corrections, preview) : undefined}
        />
        <Panel title={understoodTexts.title}>
          {asked.error && !isEmpty ? (
            <FaultNotice fault={asked.error} onRetry={() => void asked.refetch()} />
          ) : null}
          {preview ? (
            <Understood
              posting={applyCorrections(corrections, preview)}
              lines={settled.split('\n')}
              onCorrect={(correction) => setCorrections([...corrections, correction])}
            />
          ) : (
            <Empty icon="jobs" title={texts.waiting}>
              <p>{texts.waitingText}</p>
            </Empty>
          )}
        </Panel>
      </div>
    </div>
  )
}

type PostFormProps = {
  companyId: string
  text: string
  onText: (text: string) => void
  /** The title that was read, until the person writes another; undefined while the text is not read. */
  title: string | undefined
  corrections: Corrections | undefined
}

function PostForm({ companyId, text, onText, title, corrections }: PostFormProps) {
  const { ask } = useConsole()
  const navigate = useNavigate()
  const [ownTitle, setTitle] = useState<string>()
  const isDraft = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  // Pasting is the next step, so it needs no click.
  useEffect(() => element.current?.querySelector('textarea')?.focus(), [])
  const readTitle = async (posting: string) =>
    (await ask(previewJob, { companyId, text: posting })).previewJob.title ?? ''
  const form = useForm(['title', 'descriptionText'], async (value) => {
    const { createJob: created } = await ask(createJob, {
      companyId,
      input: {
        // A person who pastes and posts does not wait for the title.
        title: value('title').trim() || (await readTitle(value('descriptionText'))),
        descriptionText: value('descriptionText'),
        status: isDraft.current ? 'DRAFT' : 'ACTIVE',
        ...(corrections ? { corrections } : {}),
      },
    })
    await navigate({ to: `/c/${companyId}/jobs/${created.id}` })
  })
  return (
    <form ref={element} className="stack" onSubmit={form.onSubmit}>
      {form.fault ? <FaultNotice fault={form.fault} /> : null}
      <TextArea
        label={texts.posting}
        name="descriptionText"
        required
        rows={20}
        placeholder={texts.placeholder}
        value={text}
        onChange={({ target }) => onText(target.value)}
        fault={form.faultOf('descriptionText')}
      />
      <Field
        label={texts.jobTitle}
        name="title"
        required={(ownTitle ?? title) !== undefined}
        maxLength={300}
        value={ownTitle ?? title ?? ''}
        onChange={({ target }) => setTitle(target.value)}
        hint={texts.jobTitleHint}
        fault={form.faultOf('title')}
      />
      <div className="actions">
        <Button type="submit" kind="primary" isBusy={form.isBusy} onClick={() => (isDraft.current = false)}>
          {texts.save}
        </Button>
        <Button type="submit" isBusy={form.isBusy} onClick={() => (isDraft.current = true)}>
          {texts.saveDraft}
        </Button>
      </div>
    </form>
  )
}

const settleMs = 350

/** The text when typing has paused; a pasted text does not wait. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const isPasted = Math.abs(text.length - settled.length) > 20
    const timer = window.setTimeout(() => setSettled(text), isPasted ? 0 : settleMs)
    return () => window.clearTimeout(timer)
  }, [text, settled])
  return settled
}

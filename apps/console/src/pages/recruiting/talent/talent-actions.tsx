import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { ConsoleFault } from '../../../graphql/console-fault.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { useFrame } from '../../../shell/use-frame.ts'
import { statusTexts as texts } from '../../../words/en/recruiting/talent.ts'
import type { BlindDetail } from './blind-detail.ts'
import { eraseTalent, setTalentStatus, talentDetail } from './talent.generated.ts'

type ActionsProps = { companyId: string; talent: Pick<BlindDetail, 'id' | 'status'> }

export function TalentActions({ companyId, talent: { id: talentId, status } }: ActionsProps) {
  const { ask, queries } = useConsole()
  const isAdmin = useFrame().data?.balance !== undefined
  const [isErasing, setErasing] = useState(false)
  const next = status === 'ACTIVE' ? 'WITHDRAWN' : 'ACTIVE'
  const form = useForm([], async () => {
    await ask(setTalentStatus, { companyId, talentId, status: next })
    await queries.invalidateQueries({ queryKey: [talentDetail.name] })
  })
  return (
    <>
      <form onSubmit={form.onSubmit}>
        <Button type="submit" isBusy={form.isBusy}>
          {status === 'ACTIVE' ? texts.withdraw : texts.activate}
        </Button>
      </form>
      {isAdmin ? (
        <Button kind="danger" onClick={() => setErasing(true)}>
          {texts.erase}
        </Button>
      ) : null}
      {isErasing ? (
        <EraseTalent companyId={companyId} talentId={talentId} onClose={() => setErasing(false)} />
      ) : null}
    </>
  )
}

type EraseProps = { companyId: string; talentId: string; onClose: () => void }

/** Erasing cannot be undone, so it takes a typed word and not only a click. */
function EraseTalent({ companyId, talentId, onClose }: EraseProps) {
  const { ask, queries } = useConsole()
  const navigate = useNavigate()
  const form = useForm(['word'], async (value) => {
    if (value('word').trim().toLowerCase() !== texts.eraseWord)
      throw new ConsoleFault(texts.eraseWrong, { code: 'BAD_USER_INPUT', input: 'word' })
    await ask(eraseTalent, { companyId, talentId })
    await queries.invalidateQueries({ queryKey: ['Talents'] })
    await navigate({ to: `/c/${companyId}/talents` })
  })
  return (
    <Dialog title={texts.eraseTitle} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.eraseText}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field name="word" label={texts.eraseLabel} fault={form.faultOf('word')} autoComplete="off" />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {texts.eraseConfirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

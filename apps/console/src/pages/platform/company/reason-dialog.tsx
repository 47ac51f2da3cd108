import type { ReactNode } from 'react'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { companyChangeTexts as texts } from '../../../words/en/platform/company.ts'

type ReasonDialogProps = {
  title: string
  text: string
  confirm: string
  isDanger?: boolean
  /** Further fields above the reason, and the names of those that can show a fault. */
  fields?: ReactNode
  inputs?: readonly string[]
  /** Without a reason, for operations that record none. */
  hasReason?: boolean
  work: (value: (name: string) => string) => Promise<unknown>
  onChanged: () => void
  onClose: () => void
}

/** Confirms what an operator does, with the reason that the audit log keeps. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirm, isDanger = false, fields, inputs = [], hasReason = true, onClose } = props
  const form = useForm(['reason', ...inputs], async (value) => {
    await props.work(value)
    props.onChanged()
    onClose()
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{text}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        {fields}
        {hasReason ? (
          <Field
            label={texts.reason}
            name="reason"
            required
            maxLength={500}
            autoComplete="off"
            hint={texts.reasonHint}
            fault={form.faultOf('reason')}
          />
        ) : null}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} isBusy={form.isBusy}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Check } from '../../../../parts/form/check.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { correctionTexts as texts } from '../../../../words/en/recruiting/talent.ts'
import type { BlindDetail } from '../blind-detail.ts'
import { correctTalent } from '../talent.generated.ts'
import type { Correction, CorrectionInput } from './correction.ts'

type CorrectionDialogProps = {
  companyId: string
  talent: Pick<BlindDetail, 'id' | 'isCorrected'>
  correction: Correction
  onClose: () => void
  onCorrected: () => void
}

/** One dialog for everything that can be corrected: it shows the fields that the correction names. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { companyId, talent, correction, onClose, onCorrected } = props
  const { ask } = useConsole()
  const { kind, fields, build, removal } = correction
  const save = async (input: CorrectionInput) => {
    await ask(correctTalent, { companyId, talentId: talent.id, input })
    onCorrected()
    onClose()
  }
  const names = fields.map(({ name }) => name)
  const form = useForm(names, (value) => save(build(value)))
  const removing = useForm([], () => save(removal ?? {}))
  const resetting = useForm([], () => save({ reset: [kind] }))
  const fault = form.fault ?? removing.fault ?? resetting.fault
  return (
    <Dialog title={texts.titles[kind]} onClose={onClose}>
      <div className="stack">
        <p className="soft">{texts.text}</p>
        {fault ? <FaultNotice fault={fault} /> : null}
        <form id="correction" className="stack" onSubmit={form.onSubmit}>
          {fields.map((field) => (
            <CorrectionControl key={field.name} field={field} fault={form.faultOf(field.name)} />
          ))}
        </form>
        <div className="row-line-text">
          {removal === undefined ? null : (
            <form onSubmit={removing.onSubmit}>
              <Button type="submit" size="s" isBusy={removing.isBusy}>
                {texts.remove}
              </Button>
            </form>
          )}
          {talent.isCorrected ? (
            <form onSubmit={resetting.onSubmit}>
              <Button type="submit" size="s" kind="quiet" isBusy={resetting.isBusy}>
                {texts.reset}
              </Button>
            </form>
          ) : null}
        </div>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form="correction" kind="primary" isBusy={form.isBusy}>
            {texts.save}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

type ControlProps = { field: Correction['fields'][number]; fault: string | undefined }

function CorrectionControl({ field, fault }: ControlProps) {
  const { name, label, hint } = field
  if (field.type === 'check') return <Check name={name} label={label} defaultChecked={field.value} />
  if (field.type === 'select')
    return <Select name={name} label={label} options={field.options} defaultValue={field.value} />
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      fault={fault}
      defaultValue={field.value}
      required={field.isRequired === true}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
    />
  )
}

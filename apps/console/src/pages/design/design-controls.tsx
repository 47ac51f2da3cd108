import { useState } from 'react'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Button, IconButton } from '../../parts/form/button.tsx'
import { Check } from '../../parts/form/check.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { Select } from '../../parts/form/select.tsx'
import { TextArea } from '../../parts/form/text-area.tsx'
import { designTexts as texts } from '../../words/en/design.ts'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const
const options = [
  { value: 'first', label: texts.first },
  { value: 'second', label: texts.second },
  { value: 'third', label: texts.third },
] as const

export function DesignControls() {
  const [choice, setChoice] = useState<(typeof options)[number]['value']>('first')
  return (
    <>
      <div className="design-row">
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind === 'danger' ? texts.revoke : texts.save}
          </Button>
        ))}
        <Button icon="download">{texts.save}</Button>
        <Button kind="primary" isBusy>
          {texts.busy}
        </Button>
        <Button isBusy>{texts.busy}</Button>
        <Button disabled>{texts.disabled}</Button>
        <Button size="s">{texts.save}</Button>
        <IconButton icon="more" label={texts.more} />
      </div>
      <div className="design-columns">
        <Field label={texts.label} hint={texts.hint} />
        <Field label={texts.label} fault={texts.fault} defaultValue="@example.com" />
        <Field label={texts.disabled} disabled defaultValue={texts.first} />
        <TextArea label={texts.label} hint={texts.hint} rows={2} />
        <Select label={texts.choice} options={options} />
        <Segments label={texts.choice} value={choice} options={options} onChange={setChoice} />
        <Check label={texts.agree} hint={texts.hint} />
      </div>
    </>
  )
}

export function DesignDialogs() {
  const [open, setOpen] = useState<'none' | 'plain' | 'firm'>('none')
  const close = () => setOpen('none')
  return (
    <div className="design-row">
      <Button onClick={() => setOpen('plain')}>{texts.open}</Button>
      <Button onClick={() => setOpen('firm')}>{texts.openFirm}</Button>
      {open === 'none' ? null : (
        <Dialog
          title={open === 'plain' ? texts.dialogTitle : texts.firmTitle}
          onClose={open === 'plain' ? close : undefined}
        >
          <p className="soft">{texts.dialogText}</p>
          <DialogActions>
            <Button onClick={close}>{texts.cancel}</Button>
            <Button kind="danger" onClick={close}>
              {texts.revoke}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  )
}

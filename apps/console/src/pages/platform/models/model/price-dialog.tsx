import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { useRecentLogin } from '../../../../session/recent-login/use-recent-login.tsx'
import { modelsTexts, modelTexts as texts } from '../../../../words/en/platform/models.ts'
import type { AliasDetails, Price } from './alias-details.ts'
import { setPrice } from './model.generated.ts'
import { PriceRehearsal } from './price-rehearsal.tsx'

const inputs = ['input', 'cachedInput', 'output'] as const

const labels: Price = {
  input: modelsTexts.input,
  cachedInput: modelsTexts.cached,
  output: modelsTexts.output,
}

type PriceDialogProps = { alias: AliasDetails; onChanged: () => void; onClose: () => void }

/** A new price is rehearsed on real usage while it is typed, before it can be set. */
export function PriceDialog({ alias: { alias, prices }, onChanged, onClose }: PriceDialogProps) {
  const { ask } = useConsole()
  const recent = useRecentLogin()
  const current = prices.find(({ isCurrent }) => isCurrent)
  const [price, setTyped] = useState<Price>({
    input: current?.input ?? '',
    cachedInput: current?.cachedInput ?? '',
    output: current?.output ?? '',
  })
  const form = useForm(inputs, async () => {
    await recent.run(() => ask(setPrice, { alias, ...price }))
    onChanged()
    onClose()
  })
  return (
    <>
      <Dialog title={texts.priceTitle(alias)} onClose={onClose} width="l">
        <form className="stack" onSubmit={form.onSubmit}>
          {form.fault ? <FaultNotice fault={form.fault} /> : null}
          <p className="soft">
            {texts.perMillion}
            {'. '}
            {texts.priceText}
          </p>
          <div className="three">
            {inputs.map((name) => (
              <Field
                key={name}
                label={labels[name]}
                name={name}
                required
                inputMode="decimal"
                autoComplete="off"
                value={price[name]}
                onChange={({ target }) => setTyped({ ...price, [name]: target.value.trim() })}
                fault={form.faultOf(name)}
              />
            ))}
          </div>
          <PriceRehearsal alias={alias} price={price} current={current} />
          <DialogActions>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {texts.setPrice}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {recent.dialog}
    </>
  )
}

import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Check } from '../../../../parts/form/check.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { type FormState, useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { modelTexts as texts } from '../../../../words/en/platform/models.ts'
import type { AliasDetails } from './alias-details.ts'
import { setRoute } from './model.generated.ts'

type Route = AliasDetails['routes'][number]

type RouteDialogProps = {
  alias: AliasDetails
  present: Route | undefined
  onChanged: () => void
  onClose: () => void
}

/** A route is named by its position and base URL, so these two stay when it is changed. */
export function RouteDialog({ alias, present, onChanged, onClose }: RouteDialogProps) {
  const { ask } = useConsole()
  const [position, setPosition] = useState(String(present?.position ?? alias.routes.length))
  const form = useForm(['baseUrl', 'providerModel', 'credentialRef', 'position', 'weight'], async (value) => {
    const credentialRef = value('credentialRef').trim()
    await ask(setRoute, {
      route: {
        alias: alias.alias,
        position: Number(position),
        baseUrl: present?.baseUrl ?? value('baseUrl').trim(),
        providerModel: value('providerModel').trim(),
        weight: Number(value('weight')),
        isEnabled: value('isEnabled') === 'on',
        isBeside: alias.routes.some(
          (route) => route.id !== present?.id && route.position === Number(position),
        ),
        ...(credentialRef === '' ? {} : { credentialRef }),
      },
    })
    onChanged()
    onClose()
  })
  return (
    <Dialog title={texts.routeTitle} onClose={onClose} width="l">
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <RouteFields form={form} present={present} position={position} onPosition={setPosition} />
        <Check name="isEnabled" label={texts.isEnabled} defaultChecked={present?.isEnabled ?? true} />
        <RouteOrder alias={alias} present={present} position={Number(position)} />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.saveRoute}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type RouteFieldsProps = {
  form: FormState
  present: Route | undefined
  position: string
  onPosition: (position: string) => void
}

function RouteFields({ form, present, position, onPosition }: RouteFieldsProps) {
  return (
    <>
      <Field
        label={texts.baseUrl}
        name="baseUrl"
        type="url"
        required
        autoComplete="off"
        defaultValue={present?.baseUrl}
        readOnly={present !== undefined}
        fault={form.faultOf('baseUrl')}
      />
      <Field
        label={texts.providerModel}
        name="providerModel"
        required
        autoComplete="off"
        defaultValue={present?.providerModel}
        fault={form.faultOf('providerModel')}
      />
      <Field
        label={texts.credential}
        name="credentialRef"
        autoComplete="off"
        hint={texts.credentialHint}
        placeholder={present?.credentialRef ?? ''}
        fault={form.faultOf('credentialRef')}
      />
      <div className="three">
        <Field
          label={texts.position}
          name="position"
          type="number"
          min={0}
          required
          value={position}
          readOnly={present !== undefined}
          onChange={({ target }) => onPosition(target.value)}
          hint={texts.positionHint}
          fault={form.faultOf('position')}
        />
        <Field
          label={texts.weight}
          name="weight"
          type="number"
          min={1}
          required
          defaultValue={present?.weight ?? 1}
          hint={texts.weightHint}
          fault={form.faultOf('weight')}
        />
      </div>
    </>
  )
}

/** In which order the routes are tried, now and with a new one. */
function RouteOrder({
  alias,
  present,
  position,
}: {
  alias: AliasDetails
  present: Route | undefined
  position: number
}) {
  if (present) return null
  const now = alias.routes.map((route) => ({ name: route.providerModel, position: route.position }))
  const after = [...now, { name: texts.route, position }].toSorted((a, b) => a.position - b.position)
  const inWords = (routes: typeof now) => routes.map((route) => `${route.position}. ${route.name}`).join(', ')
  return (
    <dl className="facts">
      <div>
        <dt>{texts.before}</dt>
        <dd>{inWords(now)}</dd>
      </div>
      <div>
        <dt>{texts.after}</dt>
        <dd>{inWords(after)}</dd>
      </div>
    </dl>
  )
}

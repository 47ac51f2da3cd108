import { type ReactNode, useState } from 'react'
import { ConsoleFault } from '../../../../graphql/console-fault.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Check } from '../../../../parts/form/check.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { Segments } from '../../../../parts/form/segments.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { endpointTexts as texts, eventGroups } from '../../../../words/en/settings/outgoing-events.ts'

type EndpointInput = { url: string; description: string; eventTypes: string[] }

type EndpointFormProps = {
  title: string
  submit: string
  present?: { url: string; description: string; eventTypes: readonly string[] }
  work: (input: EndpointInput) => Promise<void>
  onClose: () => void
}

const options = [
  { value: 'all', label: texts.all },
  { value: 'some', label: texts.some },
] as const

/** The fields of a new endpoint and of one that is changed. */
export function EndpointForm({ title, submit, present, work, onClose }: EndpointFormProps) {
  const chosen = present?.eventTypes ?? []
  const [kinds, setKinds] = useState<'all' | 'some'>(chosen.length === 0 ? 'all' : 'some')
  const form = useForm(['url', 'description'], (value, element) => {
    const eventTypes = kinds === 'all' ? [] : new FormData(element).getAll('eventType').map(String)
    if (kinds === 'some' && eventTypes.length === 0)
      return Promise.reject(new ConsoleFault(texts.choose, { code: 'BAD_USER_INPUT' }))
    return work({ url: value('url').trim(), description: value('description').trim(), eventTypes })
  })
  useStay(form.isBusy)
  // The secret of a new endpoint whose dialog is gone when it comes is lost.
  const close = form.isBusy ? undefined : onClose
  return (
    <Dialog title={title} onClose={close} width="l">
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.url}
          name="url"
          type="url"
          required
          autoComplete="off"
          placeholder="https://"
          defaultValue={present?.url}
          hint={texts.urlHint}
          fault={form.faultOf('url')}
        />
        <Field
          label={texts.description}
          name="description"
          autoComplete="off"
          defaultValue={present?.description}
          hint={texts.descriptionHint}
          fault={form.faultOf('description')}
        />
        <div className="field">
          <p className="field-label" aria-hidden="true">
            {texts.kinds}
          </p>
          <Segments label={texts.kinds} value={kinds} options={options} onChange={setKinds} />
        </div>
        {kinds === 'some' ? <EventTypes chosen={chosen} /> : null}
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function EventTypes({ chosen }: { chosen: readonly string[] }): ReactNode {
  return (
    <div className="field-row">
      {eventGroups.map(({ name, types }) => (
        <fieldset key={name} className="choices">
          <legend>{name}</legend>
          {types.map((type) => (
            <Check
              key={type}
              name="eventType"
              value={type}
              label={<code>{type}</code>}
              defaultChecked={chosen.includes(type)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

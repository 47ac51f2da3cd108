import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { endpointTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'
import { RemoveDialog } from '../../remove-dialog.tsx'
import {
  type RotateEndpointSecretResult,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../outgoing-events.generated.ts'
import { EndpointForm } from './endpoint-form.tsx'
import type { Endpoint } from './endpoint.ts'
import { EndpointSecret } from './endpoint-secret.tsx'

export type EndpointChange = 'change' | 'rotate' | 'remove'

type ChangeEndpointProps = {
  companyId: string
  change: EndpointChange
  endpoint: Endpoint
  onChanged: () => void
  onClose: () => void
}

export function ChangeEndpoint(props: ChangeEndpointProps) {
  const { companyId, change, endpoint, onChanged, onClose } = props
  const { ask } = useConsole()
  const target = { companyId, endpointId: endpoint.id }
  if (change === 'rotate') return <RotateSecret {...props} />
  if (change === 'remove')
    return (
      <RemoveDialog
        title={texts.removeTitle}
        text={texts.removeText}
        subject={endpoint.url}
        confirm={texts.removeConfirm}
        cancel={texts.keep}
        removed={texts.removed}
        work={() => ask(deleteEndpoint, target)}
        onRemoved={onChanged}
        onClose={onClose}
      />
    )
  return (
    <EndpointForm
      title={texts.changeTitle}
      submit={texts.save}
      present={endpoint}
      onClose={onClose}
      work={async (input) => {
        await ask(updateEndpoint, { ...target, input })
        onChanged()
        onClose()
      }}
    />
  )
}

function RotateSecret({ companyId, endpoint, onChanged, onClose }: ChangeEndpointProps) {
  const { ask } = useConsole()
  // Only here, never in the cache of answers.
  const [minted, setMinted] = useState<RotateEndpointSecretResult['rotateEventEndpointSecret']>()
  const form = useForm([], async () => {
    const rotated = await ask(rotateEndpointSecret, { companyId, endpointId: endpoint.id })
    setMinted(rotated.rotateEventEndpointSecret)
    onChanged()
  })
  useStay(form.isBusy)
  // A secret whose dialog is gone when it comes is lost.
  const close = form.isBusy ? undefined : onClose
  if (minted) return <EndpointSecret minted={minted} onStored={onClose} />
  return (
    <Dialog title={texts.rotateTitle} onClose={close}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <p className="row-title endpoint-url">{endpoint.url}</p>
        <p className="soft">{texts.rotateText}</p>
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.rotateConfirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

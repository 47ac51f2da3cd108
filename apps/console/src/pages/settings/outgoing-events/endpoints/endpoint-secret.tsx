// Shows the secret of an endpoint, exactly once. It is in the memory of this dialog only, which closes when the person
// says that the secret is stored.
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { CopyButton } from '../../../../parts/text/copy-text.tsx'
import { endpointSecretTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'

type EndpointSecretProps = { minted: { secret: string; endpoint: { url: string } }; onStored: () => void }

export function EndpointSecret({ minted: { secret, endpoint }, onStored }: EndpointSecretProps) {
  useStay()
  return (
    <Dialog title={texts.title} width="l">
      <div className="stack">
        <p className="soft">{texts.once}</p>
        <p className="row-title endpoint-url">{endpoint.url}</p>
        <div className="secret">
          <code>{secret}</code>
          <CopyButton text={secret} label={texts.secret} />
        </div>
        <DialogActions>
          <Button kind="primary" onClick={onStored}>
            {texts.stored}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

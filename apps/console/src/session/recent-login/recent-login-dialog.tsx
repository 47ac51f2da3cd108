import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../graphql/console-fault.ts'
import { useAsked } from '../../graphql/use-asked.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Field } from '../../parts/form/field.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { recentLoginTexts as texts } from '../../words/en/identity/passkeys.ts'
import { arePasskeysPossible, askForPasskey } from '../passkeys/passkey-ceremony.ts'
import { PasskeyFault } from '../passkeys/passkey-fault.tsx'
import {
  beginPasskeyReauthentication,
  finishPasskeyReauthentication,
  ownFactors,
  reauthenticate,
} from './recent-login.generated.ts'

type RecentLoginDialogProps = {
  hasPasskey: boolean | undefined
  onConfirmed: () => void
  onClose: () => void
}

export function RecentLoginDialog({ hasPasskey, onConfirmed, onClose }: RecentLoginDialogProps) {
  const { ask } = useConsole()
  const factors = useAsked(ownFactors, {}, { isEnabled: hasPasskey === undefined })
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm(['password', 'code'], async (value) => {
    try {
      const code = needsCode ? value('code').replaceAll(/\s/g, '') : null
      await ask(reauthenticate, { password: value('password'), code })
      onConfirmed()
    } catch (thrown) {
      if (toConsoleFault(thrown).fault !== 'identity.code_required') throw thrown
      setNeedsCode(true)
    }
  })
  const canUsePasskey =
    arePasskeysPossible() && (hasPasskey ?? (factors.data?.secondFactors.passkeyCount ?? 0) > 0)
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.text}</p>
        <PasskeyFault fault={form.fault} />
        <Field
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          fault={form.faultOf('password')}
        />
        {needsCode ? (
          <Field
            label={texts.code}
            name="code"
            autoComplete="one-time-code"
            required
            spellCheck={false}
            // It appears because the password was right, and is the next thing to type.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            fault={form.faultOf('code')}
          />
        ) : null}
        {canUsePasskey ? <ByPasskey onConfirmed={onConfirmed} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function ByPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { ask } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ConsoleFault>()
  async function confirm(): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      const { options } = (await ask(beginPasskeyReauthentication, {})).beginPasskeyReauthentication
      await ask(finishPasskeyReauthentication, { response: await askForPasskey(options) })
      onConfirmed()
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className="or">
        <span>{texts.or}</span>
      </p>
      <PasskeyFault fault={fault} />
      <Button icon="key" isBusy={isBusy} onClick={() => void confirm()}>
        {texts.withPasskey}
      </Button>
    </>
  )
}

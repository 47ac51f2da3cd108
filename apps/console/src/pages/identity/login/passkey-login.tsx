import { useState } from 'react'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { postOperation } from '../../../graphql/post-operation.ts'
import { Button } from '../../../parts/form/button.tsx'
import type { WireSession } from '../../../session/open-browser-session.ts'
import { askForPasskey } from '../../../session/passkeys/passkey-ceremony.ts'
import { loginTexts as texts } from '../../../words/en/identity/login.ts'
import { beginPasskeyLogin, finishPasskeyLogin } from './login.generated.ts'

type PasskeyLoginProps = {
  /** What the step with the password returned; null to log in without a password. */
  challenge: string | null
  onSession: (session: WireSession) => void
  onFault: (fault: ConsoleFault | undefined) => void
}

export function PasskeyLogin({ challenge, onSession, onFault }: PasskeyLoginProps) {
  const [isBusy, setBusy] = useState(false)
  async function logIn(): Promise<void> {
    setBusy(true)
    onFault(undefined)
    try {
      const { options } = (await postOperation(beginPasskeyLogin, { challenge })).beginPasskeyLogin
      const response = await askForPasskey(options)
      onSession((await postOperation(finishPasskeyLogin, { challenge, response })).finishPasskeyLogin)
    } catch (thrown) {
      onFault(toConsoleFault(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon="key"
      kind={challenge === null ? 'secondary' : 'primary'}
      isBusy={isBusy}
      onClick={() => void logIn()}
    >
      {challenge === null ? texts.passkey : texts.passkeyStep}
    </Button>
  )
}

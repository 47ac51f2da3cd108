import { useState } from 'react'
import type { ConsoleFault } from '../../../graphql/console-fault.ts'
import type { WireSession } from '../../../session/open-browser-session.ts'
import { arePasskeysPossible } from '../../../session/passkeys/passkey-ceremony.ts'
import { PasskeyFault } from '../../../session/passkeys/passkey-fault.tsx'
import { loginTexts as texts } from '../../../words/en/identity/login.ts'
import type { Challenge, FactorMethod } from './challenge.ts'
import { CodeForm } from './code-form.tsx'
import { Gate } from './gate.tsx'
import { PasskeyLogin } from './passkey-login.tsx'

type SecondStepProps = { challenge: Challenge; onSession: (session: WireSession) => void; onBack: () => void }

/** The second step of a login: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ challenge, onSession, onBack }: SecondStepProps) {
  const methods = challenge.methods.filter((method) => method !== 'PASSKEY' || arePasskeysPossible())
  const [chosen, setChosen] = useState<FactorMethod>(methods[0] ?? 'RECOVERY_CODE')
  const [fault, setFault] = useState<ConsoleFault>()
  const back = (
    <button type="button" className="link" onClick={onBack}>
      {texts.back}
    </button>
  )
  return (
    <Gate title={texts.codeTitle} text={texts.secondText[chosen]} foot={back}>
      <div className="stack">
        {chosen === 'PASSKEY' ? (
          <>
            <PasskeyFault fault={fault} />
            <PasskeyLogin challenge={challenge.token} onSession={onSession} onFault={setFault} />
          </>
        ) : (
          <CodeForm
            key={chosen}
            challenge={challenge.token}
            isRecovery={chosen === 'RECOVERY_CODE'}
            onSession={onSession}
          />
        )}
        {methods
          .filter((method) => method !== chosen)
          .map((method) => (
            <button key={method} type="button" className="link" onClick={() => setChosen(method)}>
              {texts.instead[method]}
            </button>
          ))}
      </div>
    </Gate>
  )
}

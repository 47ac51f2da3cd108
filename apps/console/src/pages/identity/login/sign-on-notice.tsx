import { Notice } from '../../../parts/states/notice.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { faultTexts } from '../../../words/en/faults.ts'
import { loginTexts, signOnFaultOther, signOnFaults } from '../../../words/en/identity/login.ts'

/** Why single sign-on led back here. Words are looked up by the code: the address could be written by anyone. */
export function SignOnNotice({ code, requestId }: { code: string; requestId: string | undefined }) {
  return (
    <Notice tone="bad" title={loginTexts.signOnFailed}>
      <p>{Object.hasOwn(signOnFaults, code) ? signOnFaults[code] : signOnFaultOther}</p>
      {requestId !== undefined && /^[\w-]{1,64}$/.test(requestId) ? (
        <p className="notice-id">
          {faultTexts.requestId} <CopyText text={requestId} label={faultTexts.requestId} />
        </p>
      ) : null}
    </Notice>
  )
}

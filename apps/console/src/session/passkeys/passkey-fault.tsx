import type { ConsoleFault } from '../../graphql/console-fault.ts'
import { FaultNotice } from '../../parts/states/fault-notice.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { passkeyTexts as texts } from '../../words/en/identity/passkeys.ts'

/** Faults about the passkey itself say what to do next in their message; the title of their code would not fit. */
export function PasskeyFault({ fault }: { fault: ConsoleFault | undefined }) {
  if (!fault) return null
  if (!/^(?:identity\.passkey_|passkey\.)/.test(fault.fault ?? '')) return <FaultNotice fault={fault} />
  return (
    <Notice tone="bad" title={fault.fault === 'passkey.stopped' ? texts.notUsed : texts.refused}>
      <p>{fault.message}</p>
    </Notice>
  )
}

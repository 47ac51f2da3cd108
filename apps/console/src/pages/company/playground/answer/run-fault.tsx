import { Link } from '@tanstack/react-router'
import { wordsOfGatewayFault } from '../gateway/fault-words.ts'
import type { GatewayFault } from '../gateway/gateway-fault.ts'
import { Notice } from '../../../../parts/states/notice.tsx'
import { CopyText } from '../../../../parts/text/copy-text.tsx'
import { gatewayFaultTexts as texts } from '../../../../words/en/company/playground.ts'

type RunFaultProps = {
  fault: GatewayFault
  failedCheck: string | undefined
  requestId: string | undefined
  companyId: string
  gatewayUrl: string
}

export function RunFault({ fault, failedCheck, requestId, companyId, gatewayUrl }: RunFaultProps) {
  const { title, text, page, pageLabel } = wordsOfGatewayFault(fault, failedCheck)
  const own =
    fault.kind === 'unreachable'
      ? texts.unreachableText(new URL(gatewayUrl).origin, window.location.origin)
      : fault.message
  return (
    <Notice
      tone="bad"
      title={title}
      action={
        page === undefined ? undefined : (
          <Link className="button" data-size="s" to={`/c/${companyId}/profile/${page}`}>
            {pageLabel}
          </Link>
        )
      }
    >
      <p>{text ?? own}</p>
      {requestId === undefined ? null : (
        <p className="notice-id">
          {texts.requestId} <CopyText text={requestId} label={texts.requestId} />
        </p>
      )}
    </Notice>
  )
}

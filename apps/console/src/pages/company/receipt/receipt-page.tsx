import { Navigate, useParams } from '@tanstack/react-router'
import { saveFile } from '../../../shell/tray/save-file.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { receiptTexts as texts } from '../../../words/en/company/receipt.ts'
import { CallFacts } from './call-facts.tsx'
import { ReceiptCharge } from './receipt-charge.tsx'
import { receipt } from './receipt.generated.ts'

export function ReceiptPage() {
  const companyId = useCompanyId() ?? ''
  const company = useFrame().data?.company?.name
  const { callId = '' } = useParams({ strict: false }) as { callId?: string }
  const asked = useAsked(receipt, { companyId, callId }, { topics: ['CALLS'] })
  // A refused request did not become a call; the calls page explains why it was refused.
  if (asked.error?.code === 'NOT_FOUND')
    return <Navigate to={`/c/${companyId}/calls`} search={{ request: callId }} replace />
  return (
    <div className="page page-narrow receipt">
      <BackLink to={`/c/${companyId}/calls`}>{texts.back}</BackLink>
      <PageHead
        title={texts.title}
        text={<CopyText text={callId} label={texts.callId} />}
        actions={<Actions jws={asked.data?.call.jws ?? null} callId={callId} />}
      />
      <Loaded asked={asked} skeleton={<ReceiptSkeleton />}>
        {({ call, apiKeys }) => (
          <div className="stack-3">
            <ReceiptCharge call={call} />
            <CallFacts call={call} keys={apiKeys.nodes} companyId={companyId} />
            {call.jws === null ? null : <p className="soft small">{texts.signed}</p>}
            <p className="print-only">{texts.printed(company ?? '', window.location.href)}</p>
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Actions({ jws, callId }: { jws: string | null; callId: string }) {
  return (
    <>
      <Button icon="print" onClick={() => window.print()}>
        {texts.print}
      </Button>
      {jws === null ? null : (
        <Button
          icon="download"
          onClick={() =>
            saveFile({
              name: texts.fileName(callId),
              content: new Blob([jws], { type: 'application/jose' }),
            })
          }
        >
          {texts.download}
        </Button>
      )}
    </>
  )
}

function ReceiptSkeleton() {
  return (
    <div className="stack-3">
      <Skeleton lines={1} height={320} />
      <Skeleton lines={1} height={280} />
    </div>
  )
}

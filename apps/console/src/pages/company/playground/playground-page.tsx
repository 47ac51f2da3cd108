import { useState } from 'react'
import { useAsked } from '../../../graphql/use-asked.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { DocsLink } from '../../../parts/text/docs-link.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { playgroundTexts as texts } from '../../../words/en/company/playground.ts'
import { apiReferenceUrl, gatewayUrl } from '../../../shell/header/gateway-url.ts'
import { playground } from './playground.generated.ts'
import { TryModels } from './try-models.tsx'

export function PlaygroundPage() {
  const companyId = useCompanyId() ?? ''
  // Only admins may read the balance; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const asked = useAsked(playground, { companyId }, { isEnabled: isAdmin })
  const [baseUrl] = useState(gatewayUrl)
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={<DocsLink href={apiReferenceUrl()}>{texts.reference}</DocsLink>}
      />
      <Loaded asked={asked} skeleton={<PlaygroundSkeleton />}>
        {({ models }) => {
          const ofChat = models.filter(({ capability }) => capability !== 'embed')
          if (baseUrl === undefined) return <NoGateway />
          if (ofChat.length === 0) return <NoModels />
          return <TryModels key={companyId} companyId={companyId} baseUrl={baseUrl} models={ofChat} />
        }}
      </Loaded>
    </div>
  )
}

function NoModels() {
  return (
    <div className="panel">
      <Empty icon="playground" title={texts.noModels}>
        <p>{texts.noModelsText}</p>
      </Empty>
    </div>
  )
}

function NoGateway() {
  return (
    <Notice tone="warn" title={texts.noGateway}>
      <p>{texts.noGatewayText}</p>
    </Notice>
  )
}

function PlaygroundSkeleton() {
  return (
    <div className="playground" data-columns="1">
      <Skeleton lines={1} height={420} />
      <Skeleton lines={1} height={420} />
    </div>
  )
}

import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { formatSize } from '../../../parts/text/file-size.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { pageTitles } from '../../../words/en/pages.ts'
import { documentTexts as texts } from '../../../words/en/recruiting/document.ts'
import { describeDocument } from '../documents/describe-document.ts'
import { TaskPanel } from '../background-work/task-panel.tsx'
import { DocumentText } from './document-text.tsx'
import { DocumentWarnings } from './document-warnings.tsx'
import { type DocumentDetailResult, documentDetail } from './document.generated.ts'
import { DownloadButton } from './download-button.tsx'
import { RemoveDocument } from './remove-document.tsx'

type Detail = DocumentDetailResult['document']

export function DocumentPage() {
  const companyId = useCompanyId() ?? ''
  const { documentId = '' } = useParams({ strict: false }) as { documentId?: string }
  const { line } = useSearch({ strict: false }) as { line?: unknown }
  const asked = useAsked(
    documentDetail,
    { companyId, documentId, subjectId: documentId },
    { topics: ['DOCUMENTS', 'TASKS'] },
  )
  const document = asked.data?.document
  return (
    <div className="page">
      <BackLink to={`/c/${companyId}/documents`}>{texts.back}</BackLink>
      <PageHead
        title={document?.fileName ?? pageTitles.document}
        actions={document ? <Actions companyId={companyId} document={document} /> : undefined}
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={1} height={420} />}>
        {(data) => (
          <DocumentBody companyId={companyId} data={data} line={typeof line === 'number' ? line : null} />
        )}
      </Loaded>
    </div>
  )
}

function Actions({ companyId, document }: { companyId: string; document: Detail }) {
  const isAdmin = useFrame().data?.balance !== undefined
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <DownloadButton companyId={companyId} document={document} />
      {isAdmin ? (
        <Button kind="danger" onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      ) : null}
      {isRemoving ? (
        <RemoveDocument companyId={companyId} document={document} onClose={() => setRemoving(false)} />
      ) : null}
    </>
  )
}

type BodyProps = { companyId: string; data: DocumentDetailResult; line: number | null }

function DocumentBody({ companyId, data: { document, backgroundTasks }, line }: BodyProps) {
  const { tone, word, detail, isPending } = describeDocument(document, backgroundTasks.nodes[0])
  const isRead = document.status === 'READ' || document.status === 'PARSED'
  return (
    <div className="stack-3">
      {tone === 'bad' && detail !== null ? (
        <Notice tone="bad" title={word}>
          {detail}
        </Notice>
      ) : null}
      <div className="document">
        <div className="document-text">
          {isRead ? (
            <DocumentText document={document} line={line} />
          ) : (
            <Panel title={texts.text}>
              <p className="soft">{isPending ? texts.notRead : texts.noText}</p>
            </Panel>
          )}
        </div>
        <div className="stack-3">
          {isRead ? <DocumentWarnings warnings={document.warnings} /> : null}
          <TaskPanel
            companyId={companyId}
            tasks={backgroundTasks.nodes}
            cancelledTaskId={document.cancelledTaskId}
          />
          <DocumentFacts companyId={companyId} document={document}>
            <Badge tone={tone}>{word}</Badge>
          </DocumentFacts>
        </div>
      </div>
    </div>
  )
}

type FactsProps = { companyId: string; document: Detail; children: ReactNode }

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function DocumentFacts({ companyId, document, children }: FactsProps) {
  const { kind, pages, language, sizeBytes, createdAt, talentId, status } = document
  const hasTalent = talentId !== null && (status === 'READ' || status === 'PARSED')
  const facts = [
    { label: texts.state, value: children },
    { label: texts.kind, value: texts.kinds[kind] },
    ...(pages === null ? [] : [{ label: texts.pages, value: String(pages) }]),
    ...(language === null ? [] : [{ label: texts.language, value: languageNames.of(language) ?? language }]),
    { label: texts.size, value: formatSize(sizeBytes) },
    { label: texts.uploaded, value: <Moment at={createdAt} /> },
  ]
  return (
    <Panel
      title={texts.facts}
      aside={
        hasTalent ? (
          <Link className="link" to={`/c/${companyId}/talents/${talentId}`}>
            {texts.talent}
          </Link>
        ) : undefined
      }
    >
      <Facts facts={facts} />
    </Panel>
  )
}

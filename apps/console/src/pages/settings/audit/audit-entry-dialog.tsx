import { Dialog } from '../../../parts/dialog.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { Snippet } from '../../../parts/text/snippet.tsx'
import { auditTexts as texts } from '../../../words/en/settings/audit.ts'
import type { AuditLogResult } from './audit.generated.ts'
import { nameAction, nameActor, nameSubject } from './name-entry.ts'

export type Entry = AuditLogResult['auditLog']['nodes'][number]

/** Everything that one entry says. */
export function AuditEntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { createdAt, subjectId, clientAddress, requestId, details } = entry
  const isEmpty = typeof details !== 'object' || details === null || Object.keys(details).length === 0
  const facts = [
    { label: texts.at, value: <Moment at={createdAt} as="second" /> },
    { label: texts.actor, value: nameActor(entry) },
    { label: texts.subject, value: nameSubject(entry) },
    { label: texts.subjectId, value: <CopyText text={subjectId} label={texts.subjectId} /> },
    ...(clientAddress === null ? [] : [{ label: texts.address, value: clientAddress }]),
    ...(requestId === null
      ? []
      : [{ label: texts.requestId, value: <CopyText text={requestId} label={texts.requestId} /> }]),
  ]
  return (
    <Dialog title={nameAction(entry)} onClose={onClose} width="l">
      <div className="stack">
        <Facts facts={facts} />
        {isEmpty ? (
          <p className="soft small">{texts.noDetails}</p>
        ) : (
          <Snippet text={JSON.stringify(details, null, 2)} label={texts.details} />
        )}
      </div>
    </Dialog>
  )
}

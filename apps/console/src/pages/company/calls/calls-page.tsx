import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConsole } from '../../../console-context.ts'
import { exportCsv } from '../../../shell/tray/export-csv.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Segments } from '../../../parts/form/segments.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { spanOf } from '../../../time/periods.ts'
import { callsTexts as texts, refusalTexts } from '../../../words/en/company/calls.ts'
import { exportTexts } from '../../../words/en/company/exports.ts'
import { CallList } from './call-list.tsx'
import { type CallsSearch, readCallsSearch, writeCallsSearch } from './calls-search.ts'
import { RefusedList } from './refused-list.tsx'
import { RequestLookup } from './request-lookup.tsx'

export function CallsPage() {
  const companyId = useCompanyId() ?? ''
  const search = readCallsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { session } = useConsole()
  const onChange = (next: CallsSearch) =>
    void navigate({ to: `/c/${companyId}/calls`, search: writeCallsSearch(next) })
  const { request, ...list } = search
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <Button
            icon="download"
            onClick={() => void exportCsv(session, { kind: 'calls', query: exportQuery(companyId, search) })}
          >
            {exportTexts.button}
          </Button>
        }
      />
      <div className="stack">
        <div className="toolbar">
          <Segments
            label={texts.show}
            value={search.isRefused ? 'refused' : 'calls'}
            options={[
              { value: 'calls', label: texts.calls },
              { value: 'refused', label: texts.refused },
            ]}
            onChange={(value) => onChange({ ...list, isRefused: value === 'refused' })}
          />
          <FindRequest sought={request ?? ''} onFind={(id) => onChange({ ...list, request: id })} />
        </div>
        {request === undefined ? (
          search.isRefused ? (
            <RefusedList companyId={companyId} search={search} onChange={onChange} />
          ) : (
            <CallList companyId={companyId} search={search} onChange={onChange} />
          )
        ) : (
          <RequestLookup
            companyId={companyId}
            requestId={request}
            back={
              <Button size="s" onClick={() => onChange(list)}>
                {refusalTexts.back}
              </Button>
            }
          />
        )}
      </div>
    </div>
  )
}

type FindRequestProps = { sought: string; onFind: (requestId: string) => void }

function FindRequest({ sought, onFind }: FindRequestProps) {
  return (
    <form
      role="search"
      className="find"
      onSubmit={(event) => {
        event.preventDefault()
        const id = new FormData(event.currentTarget).get('request')
        if (typeof id === 'string' && id.trim() !== '') onFind(id.trim().toLowerCase())
      }}
    >
      <Icon name="search" />
      <input
        key={sought}
        name="request"
        className="input"
        aria-label={texts.find}
        placeholder={texts.findHint}
        defaultValue={sought}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  )
}

/** The export has the period and the filters of the list. */
function exportQuery(companyId: string, { period, keyId, model, status, reason }: CallsSearch) {
  const { from, to, endsNow } = spanOf(period, Date.now())
  const until = endsNow ? undefined : to.toISOString()
  return { companyId, from: from.toISOString(), to: until, keyId, model, status, reason }
}

import { Link } from '@tanstack/react-router'
import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { timeOfId } from '../../../time/time-of-id.ts'
import { companyTexts as texts } from '../../../words/en/platform/company.ts'
import { CallState } from '../../company/calls/call-state.tsx'
import { nameKeys } from '../../settings/name-keys.ts'
import type { PlatformCompanyResult } from './company.generated.ts'
import { Nothing } from './nothing.tsx'

type PanelProps = { result: PlatformCompanyResult; companyId: string }

export function FailedCalls({ result: { failed, apiKeys }, companyId }: PanelProps) {
  const nameOfKey = nameKeys(apiKeys.nodes)
  return (
    <Panel
      title={texts.failed}
      isFlush
      aside={
        <Link
          className="button"
          data-kind="quiet"
          data-size="s"
          to={`/c/${companyId}/calls`}
          search={{ status: 'FAILED' }}
        >
          {texts.allFailed}
        </Link>
      }
    >
      {failed.nodes.length === 0 ? (
        <Nothing>{texts.failedNone}</Nothing>
      ) : (
        <ul className="rows">
          {failed.nodes.map(({ id, keyId, model, status, reason }) => (
            <li key={id} className="row">
              <div className="row-text">
                <p className="row-title">
                  <Link className="row-link" to={`/c/${companyId}/calls/${id}`}>
                    {model}
                  </Link>
                </p>
                <p className="soft small">
                  <span className="row-detail">
                    <Moment at={timeOfId(id)} as="ago" />
                  </span>
                  <span className="row-detail">{nameOfKey(keyId)}</span>
                </p>
              </div>
              <CallState status={status} reason={reason} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function RefusedRequests({ result: { refusals, apiKeys }, companyId }: PanelProps) {
  const nameOfKey = nameKeys(apiKeys.nodes)
  return (
    <Panel
      title={texts.refusals}
      isFlush
      aside={
        <Link
          className="button"
          data-kind="quiet"
          data-size="s"
          to={`/c/${companyId}/calls`}
          search={{ show: 'refused' }}
        >
          {texts.allRefusals}
        </Link>
      }
    >
      {refusals.nodes.length === 0 ? (
        <Nothing>{texts.refusalsNone}</Nothing>
      ) : (
        <ul className="rows">
          {refusals.nodes.map(({ at, requestId, status, message, omitted, keyId }) => (
            <li key={requestId} className="row">
              <div className="row-text">
                <p className="small">
                  <Link to={`/c/${companyId}/calls`} search={{ request: requestId }}>
                    {message}
                  </Link>
                </p>
                <p className="soft small">
                  <span className="row-detail">
                    <Moment at={at} as="ago" />
                  </span>
                  <span className="row-detail">{nameOfKey(keyId)}</span>
                  {omitted > 0 ? <span className="row-detail">{texts.omitted(omitted)}</span> : null}
                </p>
              </div>
              <Badge tone="bad">{status}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

import { useAsked } from '../../../graphql/use-asked.ts'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import {
  callsTexts,
  otherRefusal,
  refusalRules,
  refusalTexts as texts,
} from '../../../words/en/company/calls.ts'
import { nameKeys } from '../../settings/name-keys.ts'
import { KeySelect } from './call-filters.tsx'
import { type RefusedRequestsResult, refusedRequests } from './calls.generated.ts'
import type { CallsSearch } from './calls-search.ts'

export type RefusedRequest = RefusedRequestsResult['refusals']['nodes'][number]

type RefusedListProps = { companyId: string; search: CallsSearch; onChange: (search: CallsSearch) => void }

/** Requests that did not become calls: the last hundred of the past week. */
export function RefusedList({ companyId, search, onChange }: RefusedListProps) {
  const { keyId, ...rest } = search
  const asked = useAsked(refusedRequests, { companyId, keyId })
  return (
    <>
      <fieldset className="filters">
        <legend className="visually-hidden">{callsTexts.filters}</legend>
        <KeySelect
          keyId={keyId ?? ''}
          keys={asked.data?.apiKeys}
          onChange={({ target: { value } }) => onChange(value === '' ? rest : { ...rest, keyId: value })}
        />
      </fieldset>
      <Loaded asked={asked} skeleton={<Skeleton lines={8} height={32} />}>
        {({ refusals: { nodes, keptSince }, apiKeys }) =>
          nodes.length === 0 ? (
            <div className="panel">
              <Empty icon="shield" title={texts.none}>
                <p>{texts.noneText}</p>
              </Empty>
            </div>
          ) : (
            <div className="stack">
              <Grid
                label={callsTexts.refused}
                hasOnlyText
                columns={refusedColumns(nameKeys(apiKeys.nodes))}
                rows={nodes}
                idOf={({ requestId }) => requestId}
                onOpen={({ requestId }) => onChange({ ...search, request: requestId })}
                heightMax={640}
              />
              <p className="soft small">
                {texts.keptSince} <Moment at={keptSince} /> {callsTexts.utc}
              </p>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

export function wordsOfRule(rule: string) {
  return refusalRules[rule] ?? otherRefusal
}

function refusedColumns(nameOfKey: (keyId: string) => string): readonly Column<RefusedRequest>[] {
  return [
    {
      name: 'at',
      title: texts.at,
      width: '140px',
      cell: ({ at }) => <Moment at={at} as="second" />,
    },
    {
      name: 'http',
      title: texts.http,
      width: '72px',
      cell: ({ status }) => <Badge tone="warn">{status}</Badge>,
    },
    {
      name: 'why',
      title: texts.why,
      width: 'minmax(120px, 1.2fr)',
      cell: ({ rule }) => wordsOfRule(rule).title,
    },
    {
      name: 'key',
      title: callsTexts.key,
      width: 'minmax(110px, 0.8fr)',
      isMinor: true,
      cell: ({ keyId }) => nameOfKey(keyId),
    },
    {
      name: 'model',
      title: callsTexts.model,
      width: 'minmax(140px, 1fr)',
      isMinor: true,
      cell: ({ model }) => model,
    },
    {
      name: 'message',
      title: texts.message,
      width: 'minmax(160px, 2fr)',
      isMinor: true,
      cell: ({ message }) => message,
    },
  ]
}

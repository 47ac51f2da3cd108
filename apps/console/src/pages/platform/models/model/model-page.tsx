import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useAsked } from '../../../../graphql/use-asked.ts'
import { Fact } from '../../../../parts/facts.tsx'
import { BackLink, PageHead } from '../../../../parts/page-head.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { Loaded } from '../../../../parts/states/loaded.tsx'
import { modelsTexts, modelTexts as texts } from '../../../../words/en/platform/models.ts'
import { AliasState } from '../alias-state.tsx'
import type { AliasDetails, RouteStates } from './alias-details.ts'
import { modelAlias } from './model.generated.ts'
import { PriceDialog } from './price-dialog.tsx'
import { PricePanel } from './price-panel.tsx'
import { RouteDialog } from './route-dialog.tsx'
import { RoutePanel } from './route-panel.tsx'

/** What is being changed is in the address: `change=price`, or the id of a route, or `route` for a new one. */
export function ModelPage() {
  const { alias: name = '' } = useParams({ strict: false }) as { alias?: string }
  const { change } = useSearch({ strict: false }) as { change?: unknown }
  const navigate = useNavigate()
  const asked = useAsked(modelAlias, {}, { pollMs: 10_000 })
  const onChange = (what: string | undefined) =>
    void navigate({
      to: `/admin/models/${encodeURIComponent(name)}`,
      search: what === undefined ? {} : { change: what },
    })
  const close = () => onChange(undefined)
  const changed = () => void asked.refetch()
  return (
    <div className="page">
      <BackLink to="/admin/models">{modelsTexts.title}</BackLink>
      <PageHead title={name} />
      <Loaded asked={asked}>
        {({ catalog, routeStates }) => {
          const alias = catalog.find((one) => one.alias === name)
          if (!alias)
            return (
              <div className="panel">
                <Empty icon="models" title={texts.missing} />
              </div>
            )
          return (
            <div className="stack">
              <div className="pair">
                <AliasPanel alias={alias} states={routeStates} />
                <PricePanel alias={alias} onChange={() => onChange('price')} />
              </div>
              <RoutePanel alias={alias} states={routeStates} onEdit={onChange} onChanged={changed} />
              {change === 'price' ? (
                <PriceDialog alias={alias} onChanged={changed} onClose={close} />
              ) : typeof change === 'string' ? (
                <RouteDialog
                  alias={alias}
                  present={alias.routes.find(({ id }) => id === change)}
                  onChanged={changed}
                  onClose={close}
                />
              ) : null}
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

function AliasPanel({ alias, states }: { alias: AliasDetails; states: RouteStates }) {
  return (
    <Panel title={texts.facts} aside={<AliasState alias={alias} states={states} />}>
      <dl className="facts">
        <Fact label={modelsTexts.capability}>{modelsTexts.capabilities[alias.capability]}</Fact>
        <Fact label={texts.maxOutput}>{alias.maxOutputTokens.toLocaleString('en')}</Fact>
        <Fact label={texts.context}>{alias.contextTokens?.toLocaleString('en') ?? texts.unlimited}</Fact>
        <Fact label={texts.enabled}>{alias.isEnabled ? texts.yes : texts.no}</Fact>
      </dl>
    </Panel>
  )
}

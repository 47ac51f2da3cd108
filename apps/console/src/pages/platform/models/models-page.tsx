import { useNavigate } from '@tanstack/react-router'
import { useAsked } from '../../../graphql/use-asked.ts'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { modelsTexts as texts } from '../../../words/en/platform/models.ts'
import { AliasState } from './alias-state.tsx'
import { type CatalogResult, catalog } from './models.generated.ts'

type Alias = CatalogResult['catalog'][number]
type States = CatalogResult['routeStates']

export function ModelsPage() {
  const asked = useAsked(catalog, {}, { pollMs: 10_000 })
  const navigate = useNavigate()
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked}>
        {({ catalog: aliases, routeStates }) => (
          <div className="stack">
            {routeStates === null ? (
              <Notice tone="warn" title={texts.statesUnknown}>
                <p>{texts.statesUnknownText}</p>
              </Notice>
            ) : null}
            {aliases.length === 0 ? (
              <div className="panel">
                <Empty icon="models" title={texts.none}>
                  <p>{texts.noneText}</p>
                </Empty>
              </div>
            ) : (
              <Grid
                label={texts.title}
                columns={columnsOf(routeStates)}
                rows={aliases}
                idOf={({ alias }) => alias}
                onOpen={({ alias }) => void navigate({ to: `/admin/models/${encodeURIComponent(alias)}` })}
                heightMax={640}
              />
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}

function columnsOf(states: States): readonly Column<Alias>[] {
  const price = (name: 'input' | 'cachedInput' | 'output', title: string): Column<Alias> => ({
    name,
    title,
    width: '104px',
    isNumber: true,
    isMinor: true,
    cell: ({ prices }) => prices.find(({ isCurrent }) => isCurrent)?.[name] ?? texts.noPrice,
  })
  return [
    { name: 'alias', title: texts.alias, width: 'minmax(150px, 1.6fr)', cell: ({ alias }) => alias },
    {
      name: 'capability',
      title: texts.capability,
      width: 'minmax(96px, 1fr)',
      isMinor: true,
      cell: ({ capability }) => texts.capabilities[capability],
    },
    {
      name: 'state',
      title: texts.state,
      width: '128px',
      cell: (alias) => <AliasState alias={alias} states={states} />,
    },
    {
      name: 'routes',
      title: texts.routes,
      width: '80px',
      isNumber: true,
      isMinor: true,
      cell: ({ routes }) =>
        texts.routeCount(routes.filter(({ isEnabled }) => isEnabled).length, routes.length),
    },
    {
      name: 'calls',
      title: texts.calls,
      width: '104px',
      isNumber: true,
      isMinor: true,
      cell: ({ routes }) => callsOf(routes, states),
    },
    price('input', texts.input),
    price('cachedInput', texts.cached),
    price('output', texts.output),
  ]
}

function callsOf(routes: readonly { id: string }[], states: States): string {
  if (states === null) return '–'
  const own = states.filter(({ routeId }) => routes.some(({ id }) => id === routeId))
  return own.reduce((sum, { calls5m }) => sum + calls5m, 0).toLocaleString('en')
}

import { Select } from '../../../parts/form/select.tsx'
import type { AskedPages } from '../../../graphql/use-asked-pages.ts'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Panel } from '../../../parts/panel.tsx'
import { LinePlot, type PlotMark } from '../../../parts/plot/line-plot.tsx'
import { formatDay, formatMinute } from '../../../time/moments.ts'
import { ledgerTexts as texts } from '../../../words/en/settings/ledger.ts'
import type { LedgerEntry } from './compare-moments.ts'
import { type LedgerSearch, dayChoices, daysDefault } from './ledger-search.ts'
import type { LedgerResult } from './ledger.generated.ts'

type LedgerPlotProps = {
  data: AskedPages<LedgerResult, LedgerEntry>
  search: LedgerSearch
  onSearch: (search: LedgerSearch) => void
}

/** The course of the balance in steps. A click shows a moment, a drag compares two. Heights are for drawing only. */
export function LedgerPlot({ data: { first, rows }, search, onSearch }: LedgerPlotProps) {
  const { days = daysDefault } = search
  const points = first.balanceHistory
  return (
    <Panel>
      <div className="plot-with-legend">
        <LinePlot
          caption={texts.plot(points[0] ? formatDay(new Date(points[0].at)) : '')}
          label={texts.plotLabel}
          isStepped
          height={200}
          formatTick={(value) => value.toLocaleString('en', { maximumFractionDigits: 6 })}
          points={points.map(({ at, credits }) => ({
            at: new Date(at),
            height: Number(credits),
            label: formatMinute(new Date(at)),
            value: formatExact(parseCredits(credits)),
          }))}
          marks={rows.flatMap(markOf)}
          onSelect={({ first: from, last }) => {
            const [since, at] = [points[from]?.at, points[last]?.at]
            if (since === undefined || at === undefined) return
            const { since: _, ...rest } = search
            onSearch(since === at ? { ...rest, at } : { ...rest, since, at })
          }}
        />
        <div className="ledger-legend">
          <ul className="plot-legend">
            <li className="plot-mark-key" data-mark="in">
              {texts.added}
            </li>
            <li className="plot-mark-key" data-mark="out">
              {texts.taken}
            </li>
            <li className="plot-mark-key" data-mark="expiry">
              {texts.expired}
            </li>
            <li>{texts.plotHint}</li>
          </ul>
          <Select
            label={texts.days}
            isLabelHidden
            value={String(days)}
            options={dayChoices.map((choice) => ({ value: String(choice), label: texts.daysOf(choice) }))}
            onChange={({ target }) => onSearch({ ...search, days: Number(target.value) })}
          />
        </div>
      </div>
    </Panel>
  )
}

function markOf({ type, credits, createdAt }: LedgerEntry): PlotMark[] {
  if (type === 'USAGE') return []
  const kind = type === 'EXPIRY' ? 'expiry' : credits.startsWith('-') ? 'out' : 'in'
  return [{ at: new Date(createdAt), kind }]
}

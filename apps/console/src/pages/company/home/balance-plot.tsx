import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Panel } from '../../../parts/panel.tsx'
import { LinePlot } from '../../../parts/plot/line-plot.tsx'
import { formatMinute } from '../../../time/moments.ts'
import { homeTexts as texts } from '../../../words/en/company/home.ts'
import type { HomeResult } from './home.generated.ts'

/** The balance of the last 30 days. The heights are for drawing; the values are exact. */
export function BalancePlot({ points }: { points: HomeResult['balanceHistory'] }) {
  return (
    <Panel>
      <LinePlot
        caption={texts.history}
        label={texts.historyLabel}
        isStepped
        height={160}
        formatTick={(value) => value.toLocaleString('en', { maximumFractionDigits: 6 })}
        points={points.map(({ at, credits }) => ({
          at: new Date(at),
          height: Number(credits),
          label: formatMinute(new Date(at)),
          value: formatExact(parseCredits(credits)),
        }))}
      />
    </Panel>
  )
}

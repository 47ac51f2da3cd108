import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { modelsTexts, modelTexts as texts } from '../../../../words/en/platform/models.ts'
import type { AliasDetails } from './alias-details.ts'

const versionsShown = 6

/** The price in force and the versions before it. */
export function PricePanel({ alias: { prices }, onChange }: { alias: AliasDetails; onChange: () => void }) {
  return (
    <Panel
      title={texts.price}
      aside={
        <Button kind="primary" size="s" onClick={onChange}>
          {texts.changePrice}
        </Button>
      }
    >
      {prices.length === 0 ? <p className="soft">{modelsTexts.noPrice}</p> : null}
      {prices.length === 0 ? null : (
        <table className="queues">
          <caption className="visually-hidden">{texts.history}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.since}</th>
              <th scope="col">{modelsTexts.input}</th>
              <th scope="col">{modelsTexts.cached}</th>
              <th scope="col">{modelsTexts.output}</th>
            </tr>
          </thead>
          <tbody>
            {prices
              .slice(0, versionsShown)
              .map(({ version, input, cachedInput, output, isCurrent, validFrom }) => (
                <tr key={version} data-current={isCurrent || undefined}>
                  <th scope="row">
                    <Moment at={validFrom} /> {isCurrent ? <Badge tone="good">{texts.current}</Badge> : null}
                  </th>
                  <td className="figures">{input}</td>
                  <td className="figures">{cachedInput}</td>
                  <td className="figures">{output}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      <p className="soft small">{texts.perMillion}</p>
    </Panel>
  )
}

import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import type { AskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { formatMillisecond } from '../../../time/moments.ts'
import { transactionWords } from '../../../words/en/settings/billing.ts'
import { ledgerTexts as texts } from '../../../words/en/settings/ledger.ts'
import { type Change, type LedgerEntry, changesBetween } from './compare-moments.ts'
import type { LedgerSearch } from './ledger-search.ts'
import type { LedgerResult } from './ledger.generated.ts'

type LedgerCompareProps = {
  data: AskedPages<LedgerResult, LedgerEntry>
  search: LedgerSearch
  onSearch: (search: LedgerSearch) => void
  /** A moment that counts as now. */
  now: string
}

/** What happened between two moments, as a sum that adds up to the difference of the balances. */
export function LedgerCompare({ data, search, onSearch, now }: LedgerCompareProps) {
  const { since: chosen, ...rest } = search
  if (chosen === undefined) return null
  const later = search.at ?? now
  const isTurned = chosen > later
  const [since, at] = isTurned ? [later, chosen] : [chosen, later]
  const [one, other] = [data.first.before.credits, data.first.balanceAt.credits]
  const [before, after] = isTurned ? [other, one] : [one, other]
  const changes = changesBetween({ since, at, before, after }, data)
  return (
    <Panel
      title={
        search.at === undefined
          ? texts.comparedNow(inWords(since))
          : texts.compared(inWords(since), inWords(at))
      }
      aside={
        <Button size="s" kind="quiet" icon="close" onClick={() => onSearch(rest)}>
          {texts.clear}
        </Button>
      }
    >
      <table className="charge">
        <tbody>
          <Line label={texts.before} micros={parseCredits(before)} />
          {(changes ?? []).map(({ type, micros }) => (
            <Line key={type} label={wordsOf(type)} micros={micros} isChange />
          ))}
        </tbody>
        <tfoot>
          <Line label={texts.difference} micros={parseCredits(after) - parseCredits(before)} isChange />
          <Line label={texts.after} micros={parseCredits(after)} isTotal />
        </tfoot>
      </table>
      {changes === undefined ? <p className="soft small">{texts.notLoaded}</p> : null}
      {changes?.length === 0 ? <p className="soft small">{texts.nothing}</p> : null}
    </Panel>
  )
}

function inWords(moment: string): string {
  return formatMillisecond(new Date(moment), Date.now())
}

function wordsOf(type: Change['type']): string {
  return type === 'USAGE' ? texts.calls : transactionWords[type]
}

type LineProps = { label: string; micros: bigint; isChange?: boolean; isTotal?: boolean }

function Line({ label, micros, isChange = false, isTotal = false }: LineProps) {
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row">{label}</th>
      <td className="figures">
        {isChange && micros > 0n ? '+' : ''}
        {formatExact(micros)}
      </td>
    </tr>
  )
}

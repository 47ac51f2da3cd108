import { Link } from '@tanstack/react-router'
import { changeInWords, percentOf } from '../../../amounts/compare.ts'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { homeTexts as texts } from '../../../words/en/company/home.ts'
import { nameKeys } from '../../settings/name-keys.ts'
import type { SpendGroup } from '../spend/spend-period.ts'
import type { HomeResult } from './home.generated.ts'

const shownMax = 3

type Sum = { id: string; credits: string }

type MonthSpendProps = {
  result: HomeResult
  companyId: string
  /** This month until today, both in UTC. */
  span: { from: string; to: string }
}

/** The keys and the models that cost most this month, each with its change to the same days of the month before. */
export function MonthSpend({ result, companyId, span }: MonthSpendProps) {
  const { keys, keysBefore, models, modelsBefore, apiKeys } = result
  const common = { total: parseCredits(keys.totals.credits), companyId, span }
  return (
    <div className="pair">
      <Groups
        {...common}
        group="KEY"
        now={keys.rows.map(byKey)}
        before={keysBefore.rows.map(byKey)}
        nameOf={nameKeys(apiKeys.nodes)}
      />
      <Groups
        {...common}
        group="MODEL"
        now={models.rows.map(byModel)}
        before={modelsBefore.rows.map(byModel)}
        nameOf={(model) => model}
      />
    </div>
  )
}

type GroupsProps = Omit<MonthSpendProps, 'result'> & {
  group: SpendGroup
  now: readonly Sum[]
  before: readonly Sum[]
  total: bigint
  nameOf: (id: string) => string
}

function Groups({ group, now, before, total, nameOf, companyId, span }: GroupsProps) {
  const earlier = new Map(before.map(({ id, credits }) => [id, parseCredits(credits)]))
  const highest = now
    .toSorted((one, other) => (parseCredits(one.credits) < parseCredits(other.credits) ? 1 : -1))
    .slice(0, shownMax)
  return (
    <Panel
      title={texts.spentBy[group]}
      isFlush
      aside={
        <Link
          className="button"
          data-kind="quiet"
          data-size="s"
          to={`/c/${companyId}/spend`}
          search={{ period: 'month', by: group.toLowerCase() }}
        >
          {texts.allSpend}
        </Link>
      }
    >
      {highest.length === 0 ? <p className="row soft">{texts.noneSpent}</p> : null}
      <ul className="rows">
        {highest.map(({ id, credits }) => {
          const micros = parseCredits(credits)
          return (
            <li key={id} className="row">
              <span className="row-text">
                <span className="row-title">
                  <Link
                    className="row-link"
                    to={`/c/${companyId}/calls`}
                    search={{ ...span, [group === 'KEY' ? 'keyId' : 'model']: id }}
                  >
                    {nameOf(id)}
                  </Link>
                </span>
                <span className="soft small">
                  <span className="row-detail">{texts.share(percentOf(micros, total))}</span>
                  <span className="row-detail">
                    {changeInWords(micros, earlier.get(id) ?? 0n) ?? texts.isNew}
                  </span>
                </span>
              </span>
              <Amount credits={credits} shown={formatExact(micros)} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function byKey({ keyId, credits }: { keyId: string | null; credits: string }): Sum {
  return { id: keyId ?? '', credits }
}

function byModel({ model, credits }: { model: string | null; credits: string }): Sum {
  return { id: model ?? '', credits }
}

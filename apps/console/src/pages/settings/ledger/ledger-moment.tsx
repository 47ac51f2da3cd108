import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { formatCredits, formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { CopyButton } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { formatMillisecond } from '../../../time/moments.ts'
import { transactionWords } from '../../../words/en/settings/billing.ts'
import { ledgerTexts as texts } from '../../../words/en/settings/ledger.ts'
import { type LedgerSearch, fromFieldValue, toFieldValue } from './ledger-search.ts'
import type { LedgerResult } from './ledger.generated.ts'

type LedgerMomentProps = {
  companyId: string
  data: LedgerResult
  search: LedgerSearch
  onSearch: (search: LedgerSearch) => void
}

/** The balance at the chosen moment, and the entry that made it. */
export function LedgerMoment({ companyId, data, search, onSearch }: LedgerMomentProps) {
  const { at } = search
  return (
    <Panel>
      <div className="ledger-moment">
        <div className="stack-1">
          <h2 className="ledger-label">
            {at === undefined
              ? texts.balanceNow
              : texts.balanceAt(formatMillisecond(new Date(at), yearOf(at)))}
            {at === undefined ? null : <CopyButton text={addressOf(companyId, search)} label={texts.link} />}
          </h2>
          <p className="ledger-balance">
            <Amount
              credits={data.balanceAt.credits}
              shown={formatExact(parseCredits(data.balanceAt.credits))}
              hasUnit
            />
          </p>
          <MadeBy companyId={companyId} entry={data.balanceAt.entry} />
          {at === undefined ? <Held held={data.creditBalance.held} /> : null}
        </div>
        <MomentForm search={search} onSearch={onSearch} />
      </div>
    </Panel>
  )
}

/** The year is written even if it is the present one: the address may be opened in a later year. */
function yearOf(at: string): number {
  return Date.parse(at) - 366 * 86_400_000
}

function addressOf(companyId: string, { at, since }: LedgerSearch): string {
  const query = new URLSearchParams({
    ...(at === undefined ? {} : { at }),
    ...(since === undefined ? {} : { since }),
  })
  return `${window.location.origin}/c/${companyId}/profile/billing/ledger?${query.toString()}`
}

function Held({ held }: { held: string }) {
  const micros = parseCredits(held)
  return <p className="soft small">{micros === 0n ? texts.nothingHeld : texts.held(formatCredits(micros))}</p>
}

function MadeBy({ companyId, entry }: { companyId: string; entry: LedgerResult['balanceAt']['entry'] }) {
  if (entry === null) return <p className="soft small">{texts.nothingYet}</p>
  const { callId, type, credits, createdAt } = entry
  return (
    <p className="soft small">
      {texts.madeBy}{' '}
      {callId === null ? (
        transactionWords[type]
      ) : (
        <Link to={`/c/${companyId}/calls/${callId}`}>{texts.call}</Link>
      )}{' '}
      <Amount credits={credits} shown={signed(credits)} /> {texts.on}{' '}
      <Moment at={createdAt} as="millisecond" /> {texts.utc}
    </p>
  )
}

export function signed(credits: string): string {
  const micros = parseCredits(credits)
  return `${micros > 0n ? '+' : ''}${formatExact(micros)}`
}

function MomentForm({ search, onSearch }: Pick<LedgerMomentProps, 'search' | 'onSearch'>) {
  const { at, since, ...rest } = search
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (name: string) => {
      const value = form.get(name)
      return fromFieldValue(typeof value === 'string' ? value : '')
    }
    const [nextAt, nextSince] = [read('at'), read('since')]
    onSearch({
      ...rest,
      ...(nextAt === undefined ? {} : { at: nextAt }),
      ...(nextSince === undefined ? {} : { since: nextSince }),
    })
  }
  return (
    <form className="ledger-form" onSubmit={onSubmit} key={`${at} ${since}`}>
      <Field
        label={texts.at}
        name="at"
        type="datetime-local"
        step={0.001}
        defaultValue={at === undefined ? '' : toFieldValue(at)}
      />
      <Field
        label={texts.since}
        name="since"
        type="datetime-local"
        step={0.001}
        defaultValue={since === undefined ? '' : toFieldValue(since)}
      />
      <div className="actions">
        <Button type="submit">{texts.show}</Button>
        {at === undefined && since === undefined ? null : (
          <Button kind="quiet" onClick={() => onSearch(rest)}>
            {texts.now}
          </Button>
        )}
      </div>
    </form>
  )
}

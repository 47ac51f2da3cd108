import { Segments } from '../../../../parts/form/segments.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { budgetTexts as texts } from '../../../../words/en/settings/alerts.ts'
import { keyOptions } from '../../key-options.ts'
import type { AlertsResult } from '../alerts.generated.ts'
import type { Budget } from './budget-rows.ts'

export type Target = Pick<Budget, 'scope' | 'enforcement'>

const scopes = ['COMPANY', 'KEY', 'ALIAS'] as const
const scopeOptions = scopes.map((value) => ({ value, label: texts.scopes[value] }))
const kindOptions = (['HARD', 'SOFT'] as const).map((value) => ({ value, label: texts.kinds[value] }))

type BudgetTargetProps = { data: AlertsResult; target: Target; onChange: (target: Target) => void }

/** What a new budget limits, and what happens when it is spent. */
export function BudgetTarget({ data, target: { scope, enforcement }, onChange }: BudgetTargetProps) {
  const keys = data.apiKeys.nodes.filter(({ status }) => status === 'LIVE')
  // Without keys or models there is nothing to choose.
  const offered = scopeOptions.filter(
    ({ value }) => value === 'COMPANY' || (value === 'KEY' ? keys : data.models).length > 0,
  )
  function choose(name: string): void {
    const next = scopes.find((value) => value === name) ?? 'COMPANY'
    // The hard budget of a key is a setting of the key.
    onChange({ scope: next, enforcement: next === 'KEY' ? 'SOFT' : 'HARD' })
  }
  return (
    <>
      <Select
        label={texts.scope}
        options={offered}
        value={scope}
        onChange={({ target }) => choose(target.value)}
      />
      {scope === 'KEY' ? (
        <Select label={texts.chooseKey} name="keyId" options={keyOptions({ ...data.apiKeys, nodes: keys })} />
      ) : null}
      {scope === 'ALIAS' ? (
        <Select
          label={texts.chooseAlias}
          name="alias"
          options={data.models.map(({ alias }) => ({ value: alias, label: alias }))}
        />
      ) : null}
      {scope === 'KEY' ? (
        <p className="field-hint">{texts.hardKey}</p>
      ) : (
        <div className="field">
          <p className="field-label" aria-hidden="true">
            {texts.kind}
          </p>
          <Segments
            label={texts.kind}
            value={enforcement}
            options={kindOptions}
            onChange={(next) => onChange({ scope, enforcement: next })}
          />
          <p className="field-hint">{texts.kindHints[enforcement]}</p>
        </div>
      )}
    </>
  )
}

import { Check } from '../../../../parts/form/check.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { promptTexts as texts } from '../../../../words/en/company/playground.ts'
import type { PlaygroundSearch } from '../playground-search.ts'

type ParameterFieldsProps = {
  search: PlaygroundSearch
  onChange: (search: PlaygroundSearch) => void
  /** Whether all chosen models declare that they can be asked for JSON. */
  hasJson: boolean
}

export function ParameterFields({ search, onChange, hasJson }: ParameterFieldsProps) {
  return (
    <div className="parameters">
      <div className="field-row">
        <Field
          label={texts.temperature}
          type="number"
          min={0}
          max={2}
          step={0.1}
          autoComplete="off"
          placeholder={texts.ofModel}
          defaultValue={search.temperature}
          onChange={({ target }) => onChange(withTemperature(search, target.value))}
        />
        <Field
          label={texts.maxTokens}
          type="number"
          min={1}
          step={1}
          autoComplete="off"
          placeholder={texts.ofModel}
          defaultValue={search.maxTokens ?? undefined}
          onChange={({ target }) => {
            const count = Math.floor(Number(target.value))
            onChange({ ...search, maxTokens: count > 0 ? count : null })
          }}
        />
      </div>
      {hasJson ? (
        <Check
          label={texts.json}
          hint={texts.jsonHint}
          checked={search.isJson}
          onChange={({ target }) => onChange({ ...search, isJson: target.checked })}
        />
      ) : null}
    </div>
  )
}

function withTemperature(search: PlaygroundSearch, typed: string): PlaygroundSearch {
  const next = { ...search, temperature: Math.min(2, Math.max(0, Number(typed))) }
  if (typed === '') delete (next as PlaygroundSearch).temperature
  return next
}

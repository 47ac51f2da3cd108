import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { formatMinute } from '../../../time/moments.ts'
import { type Period, presetNames } from '../../../time/periods.ts'
import { callsTexts as texts, reasonWords, statusWords } from '../../../words/en/company/calls.ts'
import { type ListedKeys, keyOptions } from '../../settings/key-options.ts'
import { type CallsSearch, callStatuses } from './calls-search.ts'

type CallFiltersProps = {
  search: CallsSearch
  onChange: (search: CallsSearch) => void
  keys: ListedKeys | undefined
  models: readonly { alias: string }[]
}

type FilterName = 'keyId' | 'model' | 'status' | 'reason'

export function CallFilters({ search, onChange, keys, models }: CallFiltersProps) {
  const set = (name: FilterName) => (event: { target: { value: string } }) => {
    const { [name]: _, ...rest } = search
    onChange({ ...rest, ...(event.target.value === '' ? {} : { [name]: event.target.value }) })
  }
  const { keyId = '', model = '', status = '', reason = '' } = search
  const isFiltered = [keyId, model, status, reason].some((value) => value !== '')
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <PeriodSelect period={search.period} onChange={(period) => onChange({ ...search, period })} />
      <KeySelect keyId={keyId} keys={keys} onChange={set('keyId')} />
      <Select
        label={texts.model}
        isLabelHidden
        value={model}
        onChange={set('model')}
        options={optionsOf(
          texts.allModels,
          model,
          models.map(({ alias }) => ({ value: alias, label: alias })),
        )}
      />
      <Select
        label={texts.status}
        isLabelHidden
        value={status}
        onChange={set('status')}
        options={[
          { value: '', label: texts.allStatuses },
          ...callStatuses.map((value) => ({ value, label: statusWords[value] })),
        ]}
      />
      <Select
        label={texts.reason}
        isLabelHidden
        value={reason}
        onChange={set('reason')}
        options={optionsOf(
          texts.allReasons,
          reason,
          Object.entries(reasonWords).map(([value, label]) => ({ value, label })),
        )}
      />
      {isFiltered ? (
        <Button
          kind="quiet"
          icon="close"
          onClick={() => onChange({ period: search.period, isRefused: false })}
        >
          {texts.clear}
        </Button>
      ) : null}
    </fieldset>
  )
}

type KeySelectProps = Pick<CallFiltersProps, 'keys'> & {
  keyId: string
  onChange: (event: { target: { value: string } }) => void
}

export function KeySelect({ keyId, keys, onChange }: KeySelectProps) {
  return (
    <Select
      label={texts.key}
      isLabelHidden
      value={keyId}
      onChange={onChange}
      options={optionsOf(texts.allKeys, keyId, keys ? keyOptions(keys) : [])}
    />
  )
}

function PeriodSelect({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const isCustom = !('name' in period)
  const custom = isCustom
    ? [{ value: '', label: `${formatMinute(new Date(period.from))} – ${formatMinute(new Date(period.to))}` }]
    : []
  return (
    <Select
      label={texts.period}
      isLabelHidden
      value={isCustom ? '' : period.name}
      onChange={({ target: { value } }) => {
        const name = presetNames.find((preset) => preset === value)
        if (name) onChange({ name })
      }}
      options={[...custom, ...presetNames.map((name) => ({ value: name, label: texts.periods[name] }))]}
    />
  )
}

type Option = { value: string; label: string; isDisabled?: boolean }

/** The chosen value stays an option even if it is not among the offered ones. */
function optionsOf(all: string, chosen: string, options: readonly Option[]): Option[] {
  const isOffered = chosen === '' || options.some(({ value }) => value === chosen)
  return [{ value: '', label: all }, ...options, ...(isOffered ? [] : [{ value: chosen, label: chosen }])]
}

import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { formatMinute } from '../../../time/moments.ts'
import { presetNames } from '../../../time/periods.ts'
import { actionTexts, auditTexts as texts, subjectTexts } from '../../../words/en/settings/audit.ts'
import { type AuditFilters, type AuditSearch, isFiltered, withFilter } from './audit-search.ts'

type AuditFilterFieldsProps = {
  search: AuditSearch
  onChange: (search: AuditSearch) => void
  members: readonly { userId: string; email: string }[]
}

type Option = { value: string; label: string }

export function AuditFilterFields({ search, onChange, members }: AuditFilterFieldsProps) {
  const filters = [
    { name: 'action', label: texts.action, all: texts.allActions, options: toOptions(actionTexts) },
    {
      name: 'actorId',
      label: texts.actor,
      all: texts.allActors,
      options: members.map(({ userId, email }) => ({ value: userId, label: email })),
    },
    { name: 'subjectKind', label: texts.subject, all: texts.allSubjects, options: toOptions(subjectTexts) },
  ] as const
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <PeriodField search={search} onChange={onChange} />
      {filters.map(({ name, label, all, options }) => (
        <Select
          key={name}
          label={label}
          isLabelHidden
          value={search[name] ?? ''}
          options={withChosen(search, name, [{ value: '', label: all }, ...options])}
          onChange={({ target }) => onChange(withFilter(search, name, target.value))}
        />
      ))}
      {isFiltered(search) ? (
        <Button kind="quiet" icon="close" onClick={() => onChange({ period: search.period })}>
          {texts.clear}
        </Button>
      ) : null}
    </fieldset>
  )
}

function PeriodField({ search, onChange }: Pick<AuditFilterFieldsProps, 'search' | 'onChange'>) {
  const { period } = search
  const presets = presetNames.map((name) => ({ value: name as string, label: texts.periods[name] }))
  const custom =
    'name' in period
      ? []
      : [
          {
            value: '',
            label: `${formatMinute(new Date(period.from))} – ${formatMinute(new Date(period.to))}`,
          },
        ]
  return (
    <Select
      label={texts.period}
      isLabelHidden
      value={'name' in period ? period.name : ''}
      options={[...custom, ...presets]}
      onChange={({ target }) => {
        const name = presetNames.find((preset) => preset === target.value)
        if (name) onChange({ ...search, period: { name } })
      }}
    />
  )
}

function toOptions(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}

/** The chosen value stays an option even if it is not among the offered ones. */
function withChosen(search: AuditSearch, name: keyof AuditFilters, options: readonly Option[]): Option[] {
  const chosen = search[name]
  const isOffered = chosen === undefined || options.some(({ value }) => value === chosen)
  return isOffered ? [...options] : [...options, { value: chosen, label: chosen }]
}

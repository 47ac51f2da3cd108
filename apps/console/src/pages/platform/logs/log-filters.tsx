import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { Icon, type IconName } from '../../../parts/icon.tsx'
import { logsTexts as texts } from '../../../words/en/platform/logs.ts'
import { logLevels } from './live/log-line.ts'
import type { LogsSearch } from './logs-search.ts'

const services = ['gateway', 'backend', 'ai-service'] as const

type LogFiltersProps = { search: LogsSearch; onChange: (search: LogsSearch) => void }

export function LogFilters({ search, onChange }: LogFiltersProps) {
  function set(name: keyof LogsSearch, value: string): void {
    const { [name]: _, ...rest } = search
    onChange({ ...rest, ...(value === '' ? {} : { [name]: value }) })
  }
  const { level = 'debug', service = '' } = search
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <Select
        label={texts.level}
        isLabelHidden
        value={level}
        onChange={({ target }) => set('level', target.value === 'debug' ? '' : target.value)}
        options={logLevels.map((value) => ({ value, label: texts.levels[value] }))}
      />
      <Select
        label={texts.service}
        isLabelHidden
        value={service}
        onChange={({ target }) => set('service', target.value)}
        options={serviceOptions(service)}
      />
      <TextFilter
        name="words"
        icon="search"
        label={texts.words}
        hint={texts.wordsHint}
        value={search.words}
        onSet={set}
      />
      <TextFilter
        name="request"
        label={texts.request}
        hint={texts.request}
        value={search.request}
        onSet={set}
      />
      <TextFilter
        name="company"
        label={texts.company}
        hint={texts.company}
        value={search.company}
        onSet={set}
      />
      {Object.keys(search).length > 0 ? (
        <Button kind="quiet" icon="close" onClick={() => onChange({})}>
          {texts.clear}
        </Button>
      ) : null}
    </fieldset>
  )
}

/** The chosen service stays an option even if it is not one of ours. */
function serviceOptions(chosen: string) {
  const names = new Set(['', ...services, chosen])
  return [...names].map((value) => ({ value, label: value === '' ? texts.allServices : value }))
}

type TextFilterProps = {
  name: 'words' | 'request' | 'company'
  icon?: IconName
  label: string
  hint: string
  value: string | undefined
  onSet: (name: keyof LogsSearch, value: string) => void
}

/** Takes effect with Enter or when the field is left: each filter is a search of the backend. */
function TextFilter({ name, icon, label, hint, value = '', onSet }: TextFilterProps) {
  return (
    <form
      className={icon === undefined ? 'log-filter' : 'log-filter find'}
      onSubmit={(event) => {
        event.preventDefault()
        const text = new FormData(event.currentTarget).get(name)
        if (typeof text === 'string') onSet(name, text.trim())
      }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <input
        key={value}
        name={name}
        className="input"
        aria-label={label}
        placeholder={hint}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        onBlur={({ target }) => {
          if (target.value.trim() !== value) onSet(name, target.value.trim())
        }}
      />
    </form>
  )
}

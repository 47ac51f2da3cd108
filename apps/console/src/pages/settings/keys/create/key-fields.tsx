// Fields that the forms for a new key and for the settings of a key have in common.
import { useState } from 'react'
import { ConsoleFault } from '../../../../graphql/console-fault.ts'
import { Check } from '../../../../parts/form/check.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { Segments } from '../../../../parts/form/segments.tsx'
import { createKeyTexts as texts } from '../../../../words/en/settings/keys.ts'

type ModelFieldsProps = {
  models: readonly { alias: string }[]
  /** Null for all models. */
  chosen: readonly string[] | null
}

const options = [
  { value: 'all', label: texts.allModels },
  { value: 'some', label: texts.someModels },
] as const

export function ModelFields({ models, chosen }: ModelFieldsProps) {
  const [scope, setScope] = useState<'all' | 'some'>(chosen === null ? 'all' : 'some')
  // A model that was taken out of the catalog stays visible, so that saving does not drop it unseen.
  const aliases = [...new Set([...models.map(({ alias }) => alias), ...(chosen ?? [])])]
  return (
    <div className="field">
      <p className="field-label">{texts.models}</p>
      <Segments label={texts.models} value={scope} options={options} onChange={setScope} />
      {scope === 'some' ? (
        <fieldset className="choices">
          <legend className="visually-hidden">{texts.models}</legend>
          <input type="hidden" name="hasAllowlist" value="on" />
          {aliases.map((alias) => (
            <Check
              key={alias}
              name="model"
              value={alias}
              label={<code>{alias}</code>}
              defaultChecked={chosen?.includes(alias) ?? false}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

/** Null for all models. Throws if some were wanted and none is chosen. */
export function readModels(data: FormData): string[] | null {
  if (data.get('hasAllowlist') === null) return null
  const chosen = data.getAll('model').map(String)
  if (chosen.length === 0) throw new ConsoleFault(texts.chooseModels, { code: 'BAD_USER_INPUT' })
  return chosen
}

type LimitFieldsProps = {
  faultOf: (input: string) => string | undefined
  rpmLimit?: number
  tpmLimit?: number
}

export function LimitFields({ faultOf, rpmLimit, tpmLimit }: LimitFieldsProps) {
  const hint = rpmLimit === undefined ? { hint: texts.limitHint } : {}
  const isRequired = rpmLimit !== undefined
  const common = { type: 'number', min: 1, step: 1, autoComplete: 'off', required: isRequired, ...hint }
  return (
    <div className="field-row">
      <Field
        {...common}
        label={texts.rpm}
        name="rpmLimit"
        defaultValue={rpmLimit}
        fault={faultOf('rpmLimit')}
      />
      <Field
        {...common}
        label={texts.tpm}
        name="tpmLimit"
        defaultValue={tpmLimit}
        fault={faultOf('tpmLimit')}
      />
    </div>
  )
}

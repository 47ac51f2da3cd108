import { useState } from 'react'
import { Field } from '../../../../parts/form/field.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { createKeyTexts as texts } from '../../../../words/en/settings/keys.ts'

const choices = ['never', '7', '30', '90', '365', 'date'] as const
const options = choices.map((value) => ({ value, label: texts.expiry[value] }))
const dayMs = 86_400_000

type ExpiryFieldsProps = {
  /** The present expiry of a key that is changed. */
  expiresAt?: string | null
  fault: string | undefined
}

/** When a key ends: never, after some days, or with a day that the person chooses. */
export function ExpiryFields({ expiresAt = null, fault }: ExpiryFieldsProps) {
  const [choice, setChoice] = useState<string>(expiresAt === null ? 'never' : 'date')
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  return (
    <div className="field-row">
      <Select
        label={texts.expires}
        name="expiry"
        options={options}
        value={choice}
        onChange={({ target }) => setChoice(target.value)}
      />
      {choice === 'date' ? (
        <Field
          label={texts.expiryDay}
          name="expiresAt"
          type="date"
          required
          min={today}
          defaultValue={expiresAt?.slice(0, 10)}
          fault={fault}
        />
      ) : null}
    </div>
  )
}

/** Null for a key that does not expire. A chosen day is included. */
export function readExpiry(value: (name: string) => string): string | null {
  const choice = value('expiry')
  if (choice === 'date') return `${value('expiresAt')}T23:59:59.000Z`
  return choice === 'never' ? null : new Date(Date.now() + Number(choice) * dayMs).toISOString()
}

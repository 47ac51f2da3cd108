import type { ReactNode } from 'react'
import { Fact } from '../../../parts/facts.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { workplaceTexts } from '../../../words/en/recruiting/jobs.ts'
import {
  employmentTexts,
  seniorityTexts,
  understoodTexts as texts,
} from '../../../words/en/recruiting/understood.ts'
import { describeSalary } from './describe-posting.ts'
import type { EmploymentType, Workplace } from './posting.ts'
import { SourceLine } from './source-line.tsx'
import type { UnderstoodProps } from './understood-props.ts'

const workplaces = Object.keys(workplaceTexts) as Workplace[]
const employments = Object.keys(employmentTexts) as EmploymentType[]

/** Place, workplace, contract and pay. */
export function PostingTerms({ posting, lines, onCorrect, onLine }: UnderstoodProps) {
  const { locations, workplace, employmentTypes, seniority, salary } = posting
  const source = (line: number | null | undefined) => ({
    line,
    quote: line == null ? undefined : lines[line],
    onLine,
  })
  const places = locations.map(({ text }) => text).join('; ')
  const [employment] = employmentTypes
  return (
    <section className="stack-1" aria-label={texts.terms}>
      <h3>{texts.terms}</h3>
      <dl className="facts terms">
        <Term label={texts.place} {...source(locations[0]?.line)}>
          <Places places={places} onCorrect={onCorrect} />
        </Term>
        <Term label={texts.workplace} {...source(workplace?.line)}>
          <Choice
            label={texts.workplace}
            value={workplace?.value}
            words={workplaceTexts}
            onChoose={
              onCorrect &&
              ((value) =>
                onCorrect({ kind: 'workplace', value: workplaces.find((one) => one === value) ?? null }))
            }
          />
        </Term>
        <Term label={texts.employment} {...source(employment?.line)}>
          <Choice
            label={texts.employment}
            value={employment?.value}
            words={employmentTexts}
            onChoose={
              onCorrect &&
              ((value) =>
                onCorrect({ kind: 'employment', value: employments.find((one) => one === value) ?? null }))
            }
          />
        </Term>
        <Term label={texts.salary} {...source(salary?.line)}>
          {salary ? <span className="figures">{describeSalary(salary)}</span> : <NotStated />}
        </Term>
        <Term label={texts.seniority} {...source(seniority?.line)}>
          {seniority ? seniorityTexts[seniority.value] : <NotStated />}
        </Term>
      </dl>
    </section>
  )
}

function Places({ places, onCorrect }: Pick<UnderstoodProps, 'onCorrect'> & { places: string }) {
  if (!onCorrect) return places === '' ? <NotStated /> : places
  return (
    <input
      key={places}
      className="input"
      aria-label={texts.place}
      placeholder={texts.notStated}
      defaultValue={places}
      maxLength={500}
      onBlur={({ target }) => {
        const text = target.value.trim()
        if (text !== places) onCorrect({ kind: 'place', text })
      }}
    />
  )
}

type TermProps = {
  label: string
  line: number | null | undefined
  quote: string | undefined
  onLine: UnderstoodProps['onLine']
  children: ReactNode
}

function Term({ label, line, quote, onLine, children }: TermProps) {
  return (
    <Fact label={label}>
      <div onPointerEnter={() => onLine?.(line ?? undefined)} onPointerLeave={() => onLine?.(undefined)}>
        {children}
        {line == null ? null : <SourceLine line={line} quote={quote} />}
      </div>
    </Fact>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  words: Readonly<Record<string, string>>
  onChoose: ((value: string) => void) | undefined
}

function Choice({ label, value, words, onChoose }: ChoiceProps) {
  if (!onChoose) return value === undefined ? <NotStated /> : words[value]
  return (
    <Select
      label={label}
      isLabelHidden
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: texts.notStated },
        ...Object.entries(words).map(([name, text]) => ({ value: name, label: text })),
      ]}
    />
  )
}

function NotStated() {
  return <span className="soft">{texts.notStated}</span>
}

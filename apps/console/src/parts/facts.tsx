import type { ReactNode } from 'react'

export type Fact = { label: string; value: ReactNode }

/** What is known about one thing: labels on the left, values on the right. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map(({ label, value }) => (
        <div key={label} className="fact-row">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

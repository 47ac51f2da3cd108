import type { ReactNode } from 'react'

/** A name and its value, inside a list with the class `facts`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'

type FigureProps = {
  label: string
  /** Below the value, such as the value of the period before. */
  detail?: ReactNode
  children: ReactNode
}

/** One value of a list with the class `figures-row`. */
export function Figure({ label, detail, children }: FigureProps) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
      {detail === undefined ? null : <dd className="figure-detail">{detail}</dd>}
    </div>
  )
}

/** An alert, with the example that its unit test is made of. */
export type Alert = {
  name: string
  /** The expression that is measured. If it has no data, the alert can never fire. */
  measure: string
  /** Compares the measure, such as `> 0`. */
  condition: string
  /** How long the condition must hold; at once if omitted. */
  forMinutes?: number
  /** `page` is for any hour, `day` for working hours. */
  severity: 'page' | 'day'
  summary: string
  /** A file in docs/runbooks. */
  runbook: string
  /** Series that make the alert fire, in promtool's notation with one value a minute, and when it must be firing. */
  example: {
    series: Readonly<Record<string, string>>
    firesAtMinute: number
    /** When it must not be firing. */
    quietAtMinute: number
    labels?: Readonly<Record<string, string>>
  }
}

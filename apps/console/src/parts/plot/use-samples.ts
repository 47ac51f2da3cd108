import { useState } from 'react'

export type Sample = { at: number; value: number }

const samplesMax = 90

/** The values of a figure while the page is open, for figures whose history no service keeps. */
export function useSamples(value: number | undefined, at: number): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  if (value === undefined || samples.at(-1)?.at === at) return samples
  const next = [...samples, { at, value }].slice(-samplesMax)
  setSamples(next)
  return next
}
